import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe, tagSet } from '../values.ts'
import { eventRow, stackFrame } from './shapes.ts'

// One error as it happened, without local variables and without the user.
export const errorsEventsGet = defineOperation({
  id: 'errors.events.get',
  title: 'One error event',
  describe:
    'Gives one error event with its stacks, tags, breadcrumbs and request line; local variables, headers, cookies and the user are left out.',
  when: ['event details', 'full stack trace', 'breadcrumbs', 'request that failed'],
  contract: 1,
  input: z.strictObject({
    id: wanted('Event id, as errors_events_search gives it'),
    project: wanted('Project of the event'),
  }),
  output: z.object({
    event: eventRow,
    exceptions: z.array(
      z.object({
        type: maybe.text,
        message: maybe.freeText,
        handled: maybe.flag,
        frames: z.array(stackFrame),
      }),
    ),
    breadcrumbs: z.array(
      z.object({ at: maybe.time, category: maybe.text, level: maybe.text, message: maybe.freeText }),
    ),
    request: z.object({ method: maybe.text, url: maybe.freeText, status_code: maybe.number }).nullable(),
    tags: tagSet,
    runtime: maybe.text,
    os: maybe.text,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: { sentry: ['event:read', 'project:read', 'org:read'] },
  proof: 'never: an unknown id is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
