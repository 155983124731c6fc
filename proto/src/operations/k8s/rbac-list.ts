import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { namespaceFilter, timeField } from './shapes.ts'

// Bindings with the rules that they grant.
export const k8sRbacList = defineOperation({
  id: 'k8s.rbac.list',
  title: 'Roles and bindings',
  describe: 'Lists who is bound to which role, with the rules of each role, cluster-wide and by namespace.',
  when: ['rbac', 'who can', 'role bindings', 'cluster admin', 'permissions of a service account'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceFilter(),
    subject: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Only bindings of this user, group or service account; exact, or namespace:name'),
    limit: limit(100, 2000),
    cursor: cursor(),
  }),
  output: z.object({
    bindings: z.array(
      z.object({
        namespace: z.string().nullable().describe('null: everywhere'),
        name: z.string(),
        role_kind: z.string(),
        role: z.string(),
        subjects: z.array(z.string()).describe('Kind:namespace:name'),
        rules: z
          .array(z.string())
          .nullable()
          .describe('verbs on resources.group; null when the role was not read'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    kubernetes: [
      'list roles.rbac.authorization.k8s.io',
      'list rolebindings.rbac.authorization.k8s.io',
      'list clusterroles.rbac.authorization.k8s.io',
      'list clusterrolebindings.rbac.authorization.k8s.io',
      'list namespaces',
    ],
  },
  proof: 'bindings and roles were read whole, the verbs are allowed and the namespace exists',
  since: '0.1.0',
})
