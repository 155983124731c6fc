import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit } from '../fields.ts'
import { namespaceName, objectName, timeField } from './shapes.ts'

// Owners above an object and dependents below it.
export const k8sLineageGet = defineOperation({
  id: 'k8s.lineage.get',
  title: 'Lineage of an object',
  describe: 'Walks from an object up to its owners and down to what it owns: workload, replica sets, pods.',
  when: ['owner of a pod', 'which deployment', 'pods of a deployment', 'owner references'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    kind: z.enum(['Pod', 'ReplicaSet', 'Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob']),
    name: objectName('Object name'),
    limit: limit(100, 1000),
  }),
  output: z.object({
    owners: z
      .array(
        z.object({
          kind: z.string(),
          name: z.string(),
          api_version: z.string(),
          exists: z
            .boolean()
            .nullable()
            .describe('false: the reference points at nothing; null: could not be read'),
        }),
      )
      .describe('From the nearest to the root'),
    root: z.object({ kind: z.string(), name: z.string() }),
    dependents: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        owner: z.string().describe('Kind/name'),
        status: z.string(),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    kubernetes: [
      'get pods',
      'list pods',
      'get replicasets.apps',
      'list replicasets.apps',
      'get deployments.apps',
      'get statefulsets.apps',
      'get daemonsets.apps',
      'get jobs.batch',
      'list jobs.batch',
      'get cronjobs.batch',
    ],
  },
  proof: 'every owner reference was followed and every list of dependents was read whole',
  since: '0.1.0',
})
