import { describeConnector } from '@vedette/connectors/kit/testing'
import { lokiConnector } from './index.ts'

describeConnector({
  connector: lokiConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, tenant: 'team-a', auth: { bearer: { env: 'LOKI_TOKEN' } } }),
})
