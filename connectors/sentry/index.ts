import { defineConnector } from '@vedette/proto/connector'
import { connectSentry, type SentryClient } from './client.ts'
import { configSchema, type SentryConfig } from './config.ts'
import { SENTRY_OPERATIONS } from './operations/index.ts'
import { probeSentry } from './probe.ts'
import { DIALECT } from './reading.ts'

// One Sentry organisation, hosted or self-hosted, by its web API.
export const sentryConnector = defineConnector<SentryConfig, SentryClient>({
  id: 'sentry',
  title: 'Sentry',
  config: configSchema,
  dialect: DIALECT,
  concurrency: 4,
  connect: connectSentry,
  probe: probeSentry,
  operations: SENTRY_OPERATIONS,
  close: async (client) => client.close(),
})
