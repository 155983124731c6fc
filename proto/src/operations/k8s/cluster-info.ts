import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { timeField } from './shapes.ts'

// Identity, version and API groups of a cluster.
export const k8sClusterInfo = defineOperation({
  id: 'k8s.cluster.info',
  title: 'Cluster',
  describe: 'Says which cluster this is: identity, version, platform and the API groups that it serves.',
  when: ['kubernetes version', 'cluster uid', 'which cluster', 'api groups', 'upgrade'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    uid: z.string().nullable().describe('UID of the namespace kube-system; null when it may not be read'),
    version: z.string().describe('Version of the API server, such as v1.36.2'),
    platform: z.string().nullable(),
    created_at: timeField('Creation of kube-system'),
    groups: z.array(
      z.object({
        group: z.string().describe('Empty for the core group'),
        versions: z.array(z.string()),
        preferred: z.string().nullable(),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 300,
  permissions: { kubernetes: ['get namespaces (kube-system)'] },
  proof: 'the API server answered; a cluster always has a version',
  since: '0.1.0',
})
