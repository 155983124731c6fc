import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// Persistent volume claims of a cluster.
export const k8sPvcsList = defineOperation({
  id: 'k8s.pvcs.list',
  title: 'Volume claims',
  describe: 'Lists persistent volume claims with phase, size, class, volume and what is wrong.',
  when: ['pvc pending', 'volume claims', 'storage class', 'resize pending'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    problem_only: z.boolean().default(false).describe('Only claims that are not bound or wait for a resize'),
  }),
  output: z.object({
    pvcs: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        phase: z.string(),
        problem: z.string().nullable().describe('Pending, Lost, a resize condition; null when none'),
        message: messageField('What the condition says'),
        requested_bytes: z.number().nullable(),
        capacity_bytes: z.number().nullable(),
        storage_class: z.string().nullable(),
        access_modes: z.array(z.string()),
        volume: z.string().nullable(),
        volume_mode: z.string().nullable(),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list persistentvolumeclaims', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
