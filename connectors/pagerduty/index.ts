import { defineConnector } from '@vedette/proto/connector'
import { connectPagerduty, type PagerdutyClient } from './client.ts'
import { configSchema, type PagerdutyConfig } from './config.ts'
import { PAGERDUTY_OPERATIONS } from './operations/index.ts'
import { probePagerduty } from './probe.ts'

// One PagerDuty account, by its REST API.
export const pagerdutyConnector = defineConnector<PagerdutyConfig, PagerdutyClient>({
  id: 'pagerduty',
  title: 'PagerDuty',
  config: configSchema,
  concurrency: 4,
  connect: connectPagerduty,
  probe: probePagerduty,
  operations: PAGERDUTY_OPERATIONS,
  // Notes are added in a user's name: without one there is nobody to add them.
  serves: ({ from_email }) =>
    PAGERDUTY_OPERATIONS.filter(({ kind }) => kind !== 'write' || from_email !== undefined).map(
      ({ operation }) => operation.id,
    ),
  close: async (client) => client.close(),
})
