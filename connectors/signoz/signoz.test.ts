import { describeConnector } from '@vedette/connectors/kit/testing'
import { signozConnector } from './index.ts'

describeConnector({
  connector: signozConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    api_key: { env: 'SIGNOZ_KEY' },
    retention_hours: 168,
    sampling_ratio: 1,
  }),
})
