import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { clusterListArguments, labelSet, messageField, timeField } from './shapes.ts'

// Namespaces of a cluster.
export const k8sNamespacesList = defineOperation({
  id: 'k8s.namespaces.list',
  title: 'Namespaces',
  describe: 'Lists namespaces with phase, age and labels.',
  when: ['namespaces', 'stuck terminating namespace', 'teams of a cluster'],
  contract: 1,
  input: z.strictObject({
    ...clusterListArguments(200, 5000),
  }),
  output: z.object({
    namespaces: z.array(
      z.object({
        name: z.string(),
        phase: z.string().describe('Active or Terminating'),
        problem: messageField('Why it cannot finish terminating, when it says so'),
        labels: labelSet,
        created_at: timeField('Creation'),
        deleting_since: timeField('Set while it is being deleted'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list namespaces'] },
  proof: 'the whole list was read and the verb is allowed',
  since: '0.1.0',
})
