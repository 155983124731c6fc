import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'

// Kinds that a cluster serves in each group's preferred version.
export const k8sApiResourcesList = defineOperation({
  id: 'k8s.api_resources.list',
  title: 'API resources of a cluster',
  describe:
    'Lists the kinds that a cluster serves, with group, version, scope and verbs, from its discovery.',
  when: ['api resources', 'which kinds', 'crd served', 'deprecated api', 'kubectl api-resources'],
  contract: 1,
  input: z.strictObject({
    group: z
      .string()
      .max(253)
      .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)?$/, 'must be an API group')
      .optional()
      .describe('Only this API group; "" is the core group'),
    limit: limit(300, 2000),
    cursor: cursor(),
  }),
  output: z.object({
    resources: z.array(
      z.object({
        group: z.string(),
        version: z.string(),
        kind: z.string(),
        name: z.string().describe('Plural, as in paths and rules'),
        namespaced: z.boolean(),
        verbs: z.array(z.string()),
        short_names: z.array(z.string()),
        served_versions: z.array(z.string()).describe('Every version of the group'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 300,
  permissions: { kubernetes: ['get /api', 'get /apis'] },
  proof: 'every group that discovery names was read',
  since: '0.1.0',
})
