import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, instant, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Feature flags with what they serve and when they last changed.
export const featureFlagsList = defineOperation({
  id: 'feature_flags.list',
  title: 'Feature flags',
  describe:
    'Lists feature flags with state per environment, kind, and who changed them when; those changed last come first.',
  when: ['which flag was flipped', 'feature toggles', 'flags changed recently', 'is the flag on'],
  contract: 1,
  input: z.strictObject({
    project: filter('Only this project'),
    environment: filter('Only this environment'),
    changed_since: instant('Only flags changed since').optional(),
    contains: filter('Text in the key or name'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({
    flags: z.array(
      z.object({
        key: z.string(),
        name: maybe.text,
        project: maybe.text,
        kind: z.enum(['boolean', 'string', 'number', 'json', 'unknown']),
        environments: z.array(
          z.object({
            environment: z.string(),
            enabled: maybe.flag,
            rollout_percent: maybe.number,
            default_variant: maybe.text,
          }),
        ),
        archived: maybe.flag,
        changed_at: maybe.time,
        changed_by: maybe.userHandle,
        created_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { datadog: ['feature_flag_config_read', 'feature_flag_environment_config_read'] },
  proof: 'the project exists and its flags were read to their end with a token that sees all of them',
  since: '0.1.0',
})
