import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// cert-manager certificates, soonest expiry first.
export const k8sCertificatesList = defineOperation({
  id: 'k8s.certificates.list',
  title: 'Certificates',
  describe:
    'Lists cert-manager certificates with expiry, days left, names, issuer and why they are not ready.',
  when: ['certificate expiry', 'tls expires', 'cert-manager', 'not ready certificate'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 2000),
    expiring_within_days: z
      .number()
      .min(0)
      .max(3650)
      .optional()
      .describe('Only those that expire within so many days, have expired, or have no known expiry'),
  }),
  output: z.object({
    certificates: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        ready: z.boolean().nullable(),
        reason: z.string().nullable(),
        message: messageField('What the Ready condition says'),
        expires_at: timeField('End of validity; null when none has been issued'),
        days_left: z.number().nullable(),
        renews_at: timeField('Planned renewal'),
        names: z.array(z.string()),
        issuer: z.string().nullable(),
        secret: z.string().describe('Name of the secret only'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 300,
  permissions: { kubernetes: ['list certificates.cert-manager.io', 'get namespaces', 'list namespaces'] },
  proof:
    'the whole list was read, the verb is allowed and the namespace exists; certificates kept otherwise are not seen',
  since: '0.1.0',
})
