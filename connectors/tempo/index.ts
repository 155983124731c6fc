import { defineConnector } from '@vedette/proto/connector'
import { connectTempo, DIALECT, type TempoClient } from './client.ts'
import { configSchema, type TempoConfig } from './config.ts'
import { TEMPO_OPERATIONS } from './operations/index.ts'
import { probeTempo } from './probe.ts'

// Tempo, by its HTTP API.
export const tempoConnector = defineConnector<TempoConfig, TempoClient>({
  id: 'tempo',
  title: 'Tempo',
  config: configSchema,
  dialect: DIALECT,
  concurrency: 6,
  connect: connectTempo,
  probe: probeTempo,
  operations: TEMPO_OPERATIONS,
  close: async (client) => client.close(),
})
