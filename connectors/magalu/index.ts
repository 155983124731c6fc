import { defineConnector } from '@vedette/proto/connector'
import { connectMagalu, type MagaluClient } from './client.ts'
import { configSchema, type MagaluConfig } from './config.ts'
import { MAGALU_OPERATIONS } from './operations/index.ts'
import { probeMagalu } from './probe.ts'

// One tenant of Magalu Cloud, by its REST API.
export const magaluConnector = defineConnector<MagaluConfig, MagaluClient>({
  id: 'magalu',
  title: 'Magalu Cloud',
  config: configSchema,
  concurrency: 4,
  connect: connectMagalu,
  probe: probeMagalu,
  operations: MAGALU_OPERATIONS,
  close: async (client) => client.close(),
})
