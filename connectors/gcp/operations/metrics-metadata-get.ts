import { metricsMetadataGet } from '@vedette/proto/operations'
import { z } from 'zod'
import { askAs } from '../answers.ts'
import { orNothing, serveFind } from '../reading.ts'

const descriptor = z.object({
  type: z.string(),
  metricKind: z.string(),
  valueType: z.string(),
  unit: z.string().default(''),
  description: z.string().default(''),
})

// What Cloud Monitoring says of one metric.
export const serveMetricsMetadataGet = serveFind(metricsMetadataGet, {
  field: 'metric',
  async find(reader, { metric }) {
    const said = await orNothing(
      askAs(reader, {
        service: 'monitoring',
        path: ['projects', reader.project.id, 'metricDescriptors', ...metric.split('/')],
        row: descriptor,
        needs: 'monitoring.metricDescriptors.get',
      }),
    )
    if (said === undefined) return undefined
    const type = `${said.metricKind.toLowerCase()} ${said.valueType.toLowerCase()}`
    return { value: { metric: said.type, entries: [{ type, unit: said.unit, help: said.description }] } }
  },
})
