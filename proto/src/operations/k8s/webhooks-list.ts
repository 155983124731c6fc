import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { timeField } from './shapes.ts'

// Validating and mutating webhooks, one row a webhook.
export const k8sWebhooksList = defineOperation({
  id: 'k8s.webhooks.list',
  title: 'Admission webhooks',
  describe: 'Lists admission webhooks with what they catch, failure policy, time-out and where they send it.',
  when: ['admission webhook', 'webhook timeout', 'cannot create pods', 'failure policy'],
  contract: 1,
  input: z.strictObject({
    kind: z.enum(['validating', 'mutating']).optional().describe('Only these'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    webhooks: z.array(
      z.object({
        kind: z.enum(['validating', 'mutating']),
        configuration: z.string(),
        name: z.string(),
        failure_policy: z.string().describe('Fail blocks requests while the webhook is down'),
        timeout_seconds: z.number(),
        target: z.string().describe('namespace/service:port, or the host of a URL'),
        rules: z.array(z.string()).describe('operations on group/resources'),
        namespace_selector: z.string().nullable(),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    kubernetes: [
      'list validatingwebhookconfigurations.admissionregistration.k8s.io',
      'list mutatingwebhookconfigurations.admissionregistration.k8s.io',
    ],
  },
  proof: 'both lists were read whole and the verb is allowed',
  since: '0.1.0',
})
