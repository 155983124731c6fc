import { defineConnector } from '@vedette/proto/connector'
import { type AwsConfig, configSchema, meantAccounts, splitAccounts } from './config.ts'
import { type AwsClient, connectAws } from './connect.ts'
import { AWS_OPERATIONS } from './operations/index.ts'
import { renderPolicy } from './permissions.ts'
import { probeAws } from './probe.ts'

// Amazon Web Services: one instance for each account.
export const awsConnector = defineConnector<AwsConfig, AwsClient>({
  id: 'aws',
  title: 'Amazon Web Services',
  config: configSchema,
  dialect: 'cloudwatch',
  concurrency: 12,
  connect: connectAws,
  split: splitAccounts,
  meant: meantAccounts,
  probe: probeAws,
  operations: AWS_OPERATIONS,
  permissions: { language: 'json', render: renderPolicy },
  close: async (client) => client.close(),
})
