import { describeConnector } from '@vedette/connectors/kit/testing'
import { githubConnector } from './index.ts'

describeConnector({
  connector: githubConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({
    url: baseUrl,
    owner: 'acme',
    token: { env: 'GITHUB_TOKEN' },
    deployments: [{ repo: 'shop', service: 'checkout' }],
    packages: true,
    runbooks: { repo: 'shop', path: 'docs/runbooks' },
  }),
})
