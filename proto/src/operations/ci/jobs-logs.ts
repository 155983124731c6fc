import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted } from '../fields.ts'
import { repository } from '../scm/shapes.ts'
import { freeText, maybe } from '../values.ts'

// The end of a job's log.
export const ciJobsLogs = defineOperation({
  id: 'ci.jobs.logs',
  title: 'Log of a CI job',
  describe: 'Gives the end of the log of one CI job, or the lines around a text, redacted.',
  when: ['build log', 'compile error', 'test failure output', 'ci log'],
  contract: 1,
  input: z.strictObject({
    repo: repository(),
    job: wanted('Job id, as ci_runs_get gives it'),
    tail: z.int().min(1).max(2000).default(200).describe('Lines from the end (default 200)'),
    match: filter('Only lines that contain this text, with five around each'),
  }),
  output: z.object({
    job: z.string(),
    lines: z.array(z.object({ number: z.number(), text: freeText })),
    lines_total: maybe.number,
    failed_step: maybe.text,
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: { github: ['actions: read'], gitlab: ['read_api'] },
  proof:
    'the job exists, has ended and its log is still kept; a text that is not found was looked for in all of it',
  sensitive: true,
  since: '0.1.0',
})
