import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Config maps without their values.
export const k8sConfigmapsList = defineOperation({
  id: 'k8s.configmaps.list',
  title: 'Config maps',
  describe: 'Lists config maps by name, with their keys and sizes, never their values.',
  when: ['config maps', 'which keys', 'changed configuration', 'too large configmap'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    configmaps: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        keys: z.array(z.string()),
        bytes: z.number(),
        immutable: z.boolean(),
        changed_at: timeField('Newest change that the server recorded'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list configmaps', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
