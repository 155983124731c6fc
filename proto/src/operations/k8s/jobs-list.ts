import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, ownerField, timeField } from './shapes.ts'

// Jobs, newest start first.
export const k8sJobsList = defineOperation({
  id: 'k8s.jobs.list',
  title: 'Jobs',
  describe: 'Lists jobs with succeeded and failed pods, result, reason, start, end and owner.',
  when: ['failed jobs', 'batch', 'migration job', 'backoff limit exceeded', 'last run of a cron job'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    failed_only: z
      .boolean()
      .default(false)
      .describe('Only jobs that failed, or have failed pods and no success'),
  }),
  output: z.object({
    jobs: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        status: z.enum(['running', 'complete', 'failed', 'suspended', 'waiting']),
        reason: z.string().nullable(),
        message: messageField('What the job controller says'),
        active: z.number(),
        succeeded: z.number(),
        failed: z.number(),
        completions: z.number().nullable(),
        backoff_limit: z.number().nullable(),
        owner: ownerField,
        images: z.array(z.string()),
        started_at: timeField('Start'),
        finished_at: timeField('End'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list jobs.batch', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
