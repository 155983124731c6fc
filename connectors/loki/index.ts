import { defineConnector } from '@vedette/proto/connector'
import { connectLoki, DIALECT, type LokiClient } from './client.ts'
import { configSchema, type LokiConfig } from './config.ts'
import { LOKI_OPERATIONS } from './operations/index.ts'
import { probeLoki } from './probe.ts'

// Loki, by its HTTP API.
export const lokiConnector = defineConnector<LokiConfig, LokiClient>({
  id: 'loki',
  title: 'Loki',
  config: configSchema,
  dialect: DIALECT,
  concurrency: 6,
  connect: connectLoki,
  probe: probeLoki,
  operations: LOKI_OPERATIONS,
  close: async (client) => client.close(),
})
