import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Cron jobs of a cluster.
export const k8sCronjobsList = defineOperation({
  id: 'k8s.cronjobs.list',
  title: 'Cron jobs',
  describe: 'Lists cron jobs with schedule, suspension, running jobs, last start and last success.',
  when: ['cron jobs', 'schedule', 'missed runs', 'suspended cron', 'nightly job'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    cronjobs: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        schedule: z.string(),
        time_zone: z.string().nullable(),
        suspended: z.boolean(),
        concurrency: z.string().nullable(),
        active: z.array(z.string()).describe('Names of its running jobs'),
        last_scheduled_at: timeField('Last start'),
        last_succeeded_at: timeField('Last success; null also on servers that do not record it'),
        images: z.array(z.string()),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list cronjobs.batch', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
