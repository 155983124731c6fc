import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, instant, limit } from '../fields.ts'
import { freeText, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Findings of the cloud's security services.
export const cloudSecurityFindingsList = defineOperation({
  id: 'cloud.security_findings.list',
  title: 'Security findings',
  describe:
    'Lists open findings of security services with severity, resource, source and since when; worst first.',
  when: [
    'security hub findings',
    'guardduty',
    'misconfiguration',
    'security command center',
    'critical findings',
  ],
  contract: 1,
  input: z.strictObject({
    severity: z
      .enum(['critical', 'high', 'medium', 'low', 'info'])
      .optional()
      .describe('Only findings at least this severe'),
    source: filter('Only findings of this service (GuardDuty, Inspector, Security Health Analytics)'),
    resource: filter('Only findings on this resource'),
    updated_since: instant('Only findings updated since').optional(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    findings: z.array(
      z.object({
        id: z.string(),
        ...place,
        title: freeText,
        description: maybe.freeText,
        severity: z.enum(['critical', 'high', 'medium', 'low', 'info', 'unknown']),
        kind: z.enum(['threat', 'misconfiguration', 'vulnerability', 'exposure', 'sensitive_data', 'other']),
        source: maybe.text,
        resource: maybe.text,
        resource_type: maybe.text,
        state: z.enum(['open', 'suppressed', 'resolved', 'unknown']),
        first_at: maybe.time,
        last_at: maybe.time,
        remediation: maybe.freeText,
        url: maybe.url,
      }),
    ),
    // Services whose findings were read; one that is not switched on finds nothing.
    sources: z.array(z.string()),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: [
      'securityhub:GetFindings',
      'securityhub:DescribeHub',
      'guardduty:ListDetectors',
      'guardduty:ListFindings',
      'guardduty:GetFindings',
    ],
    gcp: ['securitycenter.findings.list', 'securitycenter.sources.list'],
    datadog: ['security_monitoring_findings_read', 'security_monitoring_signals_read'],
  },
  proof:
    'the service is switched on in the account and region, evaluated lately, and its findings were read to their end',
  since: '0.1.0',
})
