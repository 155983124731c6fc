import { defineConnector } from '@vedette/proto/connector'
import { connectSignoz, DIALECT, type SignozClient } from './client.ts'
import { configSchema, type SignozConfig } from './config.ts'
import { SIGNOZ_OPERATIONS } from './operations/index.ts'
import { probeSignoz } from './probe.ts'

// One SigNoz, by its HTTP API.
export const signozConnector = defineConnector<SignozConfig, SignozClient>({
  id: 'signoz',
  title: 'SigNoz',
  config: configSchema,
  dialect: DIALECT,
  concurrency: 4,
  connect: connectSignoz,
  probe: probeSignoz,
  operations: SIGNOZ_OPERATIONS,
  close: async (client) => client.close(),
})
