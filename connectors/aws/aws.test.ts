import { describeConnector } from '@vedette/connectors/kit/testing'
import { awsConnector } from './index.ts'

describeConnector({
  connector: awsConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    endpoint: baseUrl,
    credentials: { access_key_id: { env: 'AWS_KEY' }, secret_access_key: { env: 'AWS_SECRET' } },
    accounts: [{ alias: 'prod', regions: ['eu-west-1'] }],
  }),
})
