import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Settings that are not the default, or those named.
export const dbSettingsGet = defineOperation({
  id: 'db.settings.get',
  title: 'Settings of a database',
  describe:
    'Gives settings of a database that differ from the default, or those named, with unit, source and whether a restart is due; secrets are left out.',
  when: ['database parameters', 'work_mem', 'max_connections setting', 'changed settings', 'restart pending'],
  contract: 1,
  input: z.strictObject({
    names: z
      .array(z.string().min(1).max(128))
      .max(50)
      .default([])
      .describe('Only these settings (default: those that are not the default)'),
    contains: filter('Text in the name'),
    limit: limit(100, 500),
  }),
  output: z.object({
    settings: z.array(
      z.object({
        name: z.string(),
        value: maybe.freeText,
        unit: maybe.text,
        default: maybe.freeText,
        source: maybe.text,
        restart_due: maybe.flag,
      }),
    ),
    // Settings that were left out because their values are or may hold secrets.
    withheld: z.array(z.string()),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 300,
  permissions: {
    postgres: ['pg_read_all_settings'],
    mysql: ['SELECT on performance_schema'],
    redis: ['+config|get'],
  },
  proof: 'the settings view was read whole; settings that the role may not see are not in it',
  sensitive: true,
  since: '0.1.0',
})
