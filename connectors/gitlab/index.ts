import { defineConnector } from '@vedette/proto/connector'
import { connectGitlab, type GitlabClient } from './client.ts'
import { configSchema, type GitlabConfig } from './config.ts'
import { GITLAB_OPERATIONS } from './operations/index.ts'
import { probeGitlab } from './probe.ts'

// Projects of one group on GitLab, by the REST API.
export const gitlabConnector = defineConnector<GitlabConfig, GitlabClient>({
  id: 'gitlab',
  title: 'GitLab',
  config: configSchema,
  concurrency: 6,
  connect: connectGitlab,
  probe: probeGitlab,
  operations: GITLAB_OPERATIONS,
  close: async (client) => client.close(),
})
