import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted, windowFrom, windowTo } from '../fields.ts'
import { point } from '../metrics/shapes.ts'
import { DAY, maybe } from '../values.ts'
import { issueRow, stackFrame } from './shapes.ts'

// One issue with its newest stack.
export const errorsIssuesGet = defineOperation({
  id: 'errors.issues.get',
  title: 'One error issue',
  describe:
    'Gives one error issue with its newest stack, how often it occurs over time, and the releases and environments that have it.',
  when: [
    'stack trace of an error',
    'issue details',
    'since when does this error occur',
    'which release introduced it',
  ],
  contract: 1,
  input: z.strictObject({
    id: wanted('Issue id or short id, as errors_issues_search gives it'),
    from: windowFrom(),
    to: windowTo(),
  }),
  output: z.object({
    issue: issueRow,
    message: maybe.freeText,
    frames: z.array(stackFrame).nullable(),
    points: z.array(point),
    releases: z
      .array(z.object({ release: z.string(), events: maybe.number, first_at: maybe.time }))
      .nullable(),
    environments: maybe.texts,
    suspect_commits: z
      .array(z.object({ sha: z.string(), author: maybe.personName, at: maybe.time }))
      .nullable(),
    latest_event_id: maybe.text,
    sample_trace_id: maybe.text,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: { sentry: ['event:read', 'project:read', 'org:read'], datadog: ['error_tracking_read'] },
  proof: 'never: an unknown id is an error of the argument',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  sensitive: true,
  since: '0.1.0',
})
