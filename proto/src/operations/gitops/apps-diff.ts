import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { application } from './shapes.ts'

// What differs between the repository and what runs.
export const gitopsAppsDiff = defineOperation({
  id: 'gitops.apps.diff',
  title: 'Drift of a GitOps application',
  describe:
    'Gives what differs between what the repository asks for and what runs, resource by resource; values of Secrets are never shown.',
  when: ['drift', 'what is out of sync', 'manual change in cluster', 'diff of an application'],
  contract: 1,
  input: z.strictObject({ app: application(), limit: limit(50, 200) }),
  output: z.object({
    app: z.string(),
    target_revision: maybe.text,
    resources: z.array(
      z.object({
        kind: z.string(),
        namespace: maybe.text,
        name: z.string(),
        change: z.enum(['modified', 'missing', 'extra']),
        fields: z.array(z.object({ path: z.string(), wanted: maybe.freeText, live: maybe.freeText })),
      }),
    ),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { argocd: ['applications, get'] },
  proof: 'the application exists, its manifests were rendered without error and every resource was compared',
  sensitive: true,
  since: '0.1.0',
})
