import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Service accounts of a cluster.
export const k8sServiceAccountsList = defineOperation({
  id: 'k8s.service_accounts.list',
  title: 'Service accounts',
  describe: 'Lists service accounts with the cloud identity they may take and the names of their secrets.',
  when: ['service accounts', 'irsa', 'workload identity', 'image pull secrets'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    service_accounts: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        cloud_identity: z
          .string()
          .nullable()
          .describe('AWS role, Google account or Azure client that it may take'),
        automount: z.boolean().nullable().describe('null: the default, which is true'),
        secrets: z.array(z.string()).describe('Names only'),
        image_pull_secrets: z.array(z.string()).describe('Names only'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list serviceaccounts', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
