import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Network policies of a cluster.
export const k8sNetworkPoliciesList = defineOperation({
  id: 'k8s.network_policies.list',
  title: 'Network policies',
  describe: 'Lists network policies with the pods they select and what they let in and out.',
  when: ['network policy', 'blocked traffic', 'default deny', 'who may connect'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    policies: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        selects: z.string().describe('Label selector of its pods; empty: every pod of the namespace'),
        types: z.array(z.string()),
        ingress: z
          .array(z.string())
          .nullable()
          .describe('Allowed in; empty: nothing; null: not restricted by it'),
        egress: z
          .array(z.string())
          .nullable()
          .describe('Allowed out; empty: nothing; null: not restricted by it'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    kubernetes: ['list networkpolicies.networking.k8s.io', 'get namespaces', 'list namespaces'],
  },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
