import { defineConnector } from '@vedette/proto/connector'
import { connectGithub, type GithubClient } from './client.ts'
import { configSchema, type GithubConfig } from './config.ts'
import { GITHUB_OPERATIONS } from './operations/index.ts'
import { probeGithub } from './probe.ts'

const IMAGES = 'registry.images.list'
const RUNBOOKS = 'runbooks.search'
const DEPLOYS = ['deploys.get', 'deploys.list']

// Repositories of one organisation or account on GitHub, by the REST API.
export const githubConnector = defineConnector<GithubConfig, GithubClient>({
  id: 'github',
  title: 'GitHub',
  config: configSchema,
  concurrency: 6,
  connect: connectGithub,
  probe: probeGithub,
  operations: GITHUB_OPERATIONS,
  // Runbooks, deployments and images are read only where the configuration says so.
  serves: ({ runbooks, deployments, packages }) =>
    GITHUB_OPERATIONS.map(({ operation }) => operation.id)
      .filter((id) => id !== RUNBOOKS || runbooks !== undefined)
      .filter((id) => id !== IMAGES || packages)
      .filter((id) => !DEPLOYS.includes(id) || deployments.length > 0),
  close: async (client) => client.close(),
})
