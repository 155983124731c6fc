import { cloudServicesEvents } from '@vedette/proto/operations'
import { findServices } from '../containers.ts'
import { pickOne, serveFind } from '../reading.ts'
import { need, toTime } from '../values.ts'

// The newest events of one ECS service, of which ECS keeps a hundred.
export const serveServicesEvents = serveFind(cloudServicesEvents, {
  field: 'service',
  async find(reader, input) {
    const found = await findServices(reader, input)
    const one = pickOne(found, { field: 'service', idOf: (it) => it.service.serviceArn })
    if (one === undefined) return undefined
    const events = need(one.service.events)
      .map((it) => ({
        at: need(toTime(it.createdAt)),
        category: null,
        severity: null,
        message: it.message ?? '',
      }))
      .sort((a, b) => b.at.localeCompare(a.at))
    const value = {
      service: one.service.serviceName ?? input.service,
      events: events.slice(0, input.limit),
      total: events.length,
    }
    return { value, items: events.length, page: { total: events.length } }
  },
})
