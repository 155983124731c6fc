import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { resource } from './shapes.ts'

// Certificates that the cloud keeps, by when they end.
export const cloudCertificatesList = defineOperation({
  id: 'cloud.certificates.list',
  title: 'Cloud certificates',
  describe:
    'Lists certificates kept by the cloud with names, end, renewal state and what uses them; soonest end first.',
  when: ['certificate expires', 'tls certificates', 'expiring soon', 'renewal failed', 'acm'],
  contract: 1,
  input: z.strictObject({
    expiring_within_days: z
      .int()
      .min(0)
      .max(3650)
      .optional()
      .describe('Only certificates that end within this many days, ended ones included'),
    domain: filter('Only certificates that cover this name'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    certificates: z.array(
      z.object({
        ...resource,
        domains: z.array(z.string()),
        issuer: maybe.text,
        state: z.enum(['issued', 'pending', 'expired', 'revoked', 'failed', 'inactive', 'unknown']),
        not_before: maybe.time,
        not_after: maybe.time,
        days_left: maybe.number,
        managed: maybe.flag,
        renewal: z.enum(['automatic', 'manual', 'failed', 'pending', 'unknown']),
        used_by: maybe.texts,
        key_algorithm: maybe.text,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'acm:ListCertificates',
      'acm:DescribeCertificate',
      'iam:ListServerCertificates',
      'iam:GetServerCertificate',
    ],
    gcp: [
      'certificatemanager.certs.list',
      'compute.sslCertificates.list',
      'compute.regionSslCertificates.list',
    ],
    magalu: ['lba.loadbalancer.read'],
  },
  proof:
    'the account is proved, the region is enabled and every store of certificates in it was read to its end',
  since: '0.1.0',
})
