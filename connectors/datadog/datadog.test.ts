import { describeConnector } from '@vedette/connectors/kit/testing'
import { datadogConnector } from './index.ts'

describeConnector({
  connector: datadogConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    api_key: { env: 'DD_API_KEY' },
    app_key: { env: 'DD_APP_KEY' },
  }),
})
