import { checkSegment } from '@vedette/connectors/kit'
import { serve } from '@vedette/proto/connector'
import { alertsGet } from '@vedette/proto/operations'
import { z } from 'zod'
import { alertSchema, toDetails } from '../alerts.ts'
import type { PagerdutyClient } from '../client.ts'
import { askOne, notFound, toReading } from '../reading.ts'
import { nameOf, toTime } from '../values.ts'

const schema = z.looseObject({ alert: alertSchema })
const RULE_STATES = Object.freeze({ triggered: 'firing', resolved: 'inactive' } as const)

// One alert by `incident/alert`. What is resolved is no alert any more; the sender's side of it stands in `rule`, whose
// health PagerDuty cannot know.
export const serveAlertsGet = serve(alertsGet, async (client: PagerdutyClient, input, context) => {
  const [incident, id, ...rest] = input.id.split('/')
  if (incident === undefined || id === undefined || rest.length > 0) throw notFound('id')
  const path = ['incidents', checkSegment('name', incident, 'id'), 'alerts', checkSegment('name', id, 'id')]
  const { alert } = await askOne('id', () => client.ask({ path, schema, context, needs: 'incidents.read' }))
  const status = alert.status ?? ''
  const state = Object.hasOwn(RULE_STATES, status)
    ? RULE_STATES[status as keyof typeof RULE_STATES] // just checked
    : ('unknown' as const)
  const name = alert.summary ?? alert.alert_key ?? alert.id
  const labels = {
    ...(alert.service == null ? {} : { service: nameOf(alert.service) }),
    ...(alert.integration == null ? {} : { integration: nameOf(alert.integration) }),
    ...(alert.alert_key == null ? {} : { dedup_key: alert.alert_key }),
    incident,
  }
  const shared = { name, severity: alert.severity ?? null, labels, url: alert.html_url ?? null }
  const value = {
    alert:
      status === 'resolved'
        ? null
        : {
            ...shared,
            id: input.id,
            state: alert.suppressed === true ? ('silenced' as const) : ('firing' as const),
            since: toTime(alert.created_at),
            annotations: toDetails(alert.body?.details),
            silenced_by: null,
            inhibited_by: null,
            receivers: null,
            delivered: null,
            seen_in: ['pagerduty'],
          },
    rule: {
      ...shared,
      id: alert.alert_key ?? alert.id,
      folder: null,
      group: null,
      query: '',
      state,
      health: 'unknown' as const,
      error: null,
      for_seconds: null,
      annotations: {},
      active: null,
      evaluated_at: null,
    },
  }
  return toReading(value, { client, context, items: 1 })
})
