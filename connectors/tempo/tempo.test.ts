import { describeConnector } from '@vedette/connectors/kit/testing'
import { tempoConnector } from './index.ts'

describeConnector({
  connector: tempoConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, tenant: 'team-a', auth: { bearer: { env: 'TEMPO_TOKEN' } } }),
})
