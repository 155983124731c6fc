import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { commitRow } from '../scm/shapes.ts'
import { freeText, maybe } from '../values.ts'
import { DEPLOY_STATES, deployRow } from './shapes.ts'

// One deploy with what it carried and how it went.
export const deploysGet = defineOperation({
  id: 'deploys.get',
  title: 'One deploy',
  describe:
    'Gives one deploy with its steps, images, commits and pull requests, as far as its source knows them.',
  when: [
    'deploy details',
    'what was in this release',
    'which commits were deployed',
    'why did the deploy fail',
  ],
  contract: 1,
  input: z.strictObject({ id: wanted('Deploy id, as deploys_list gives it') }),
  output: z.object({
    deploy: deployRow,
    steps: z
      .array(
        z.object({
          name: z.string(),
          state: z.enum(DEPLOY_STATES),
          started_at: maybe.time,
          finished_at: maybe.time,
          message: maybe.freeText,
        }),
      )
      .nullable(),
    images: maybe.texts,
    commits: z.array(commitRow).nullable(),
    pulls: z.array(z.object({ number: z.number(), title: freeText, url: maybe.url })).nullable(),
    reason: maybe.freeText,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    argocd: ['applications, get'],
    helm: ['list secrets in the named namespaces (opt-in Role)'],
    github: ['deployments: read', 'actions: read', 'contents: read'],
    datadog: ['ci_visibility_read', 'dora_metrics_read'],
    sentry: ['project:read', 'org:read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  since: '0.1.0',
})
