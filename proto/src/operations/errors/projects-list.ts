import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Projects that receive errors.
export const errorsProjectsList = defineOperation({
  id: 'errors.projects.list',
  title: 'Error tracking projects',
  describe: 'Lists projects of the error tracker with platform and when each last received an event.',
  when: ['sentry projects', 'which apps report errors', 'is error tracking on', 'project of a service'],
  contract: 1,
  input: z.strictObject({ contains: filter('Text in the name'), limit: limit(100, 500), cursor: cursor() }),
  output: z.object({
    projects: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        platform: maybe.text,
        team: maybe.text,
        environments: maybe.texts,
        last_event_at: maybe.time,
        created_at: maybe.time,
        url: maybe.url,
      }),
    ),
    total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { sentry: ['project:read', 'org:read'], datadog: ['error_tracking_read'] },
  proof: 'the list was read to its end with a token that sees all teams',
  since: '0.1.0',
})
