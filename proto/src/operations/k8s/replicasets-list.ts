import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, objectName, ownerField, timeField } from './shapes.ts'

// Replica sets, each with its owner.
export const k8sReplicasetsList = defineOperation({
  id: 'k8s.replicasets.list',
  title: 'Replica sets',
  describe: 'Lists replica sets with desired and ready replicas, owner, revision and images.',
  when: ['replica sets', 'old versions still running', 'failed create'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    owner: objectName('Only those of the deployment of this name').optional(),
    active_only: z.boolean().default(true).describe('Only those that want or have a replica'),
  }),
  output: z.object({
    replicasets: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        owner: ownerField,
        revision: z.string().nullable(),
        desired: z.number(),
        current: z.number(),
        ready: z.number(),
        available: z.number(),
        message: messageField('Why replicas cannot be created'),
        images: z.array(z.string()),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list replicasets.apps', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
