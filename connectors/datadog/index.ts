import { defineConnector } from '@vedette/proto/connector'
import { connectDatadog, type DatadogClient } from './client.ts'
import { configSchema, type DatadogConfig } from './config.ts'
import { DATADOG_OPERATIONS } from './operations/index.ts'
import { probeDatadog } from './probe.ts'
import { DIALECT } from './query.ts'

// One Datadog organisation, by its public API.
export const datadogConnector = defineConnector<DatadogConfig, DatadogClient>({
  id: 'datadog',
  title: 'Datadog',
  config: configSchema,
  dialect: DIALECT,
  concurrency: 6,
  connect: connectDatadog,
  probe: probeDatadog,
  operations: DATADOG_OPERATIONS,
  close: async (client) => client.close(),
})
