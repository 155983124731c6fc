import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, wanted, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// Running or stopped tasks with why they ended.
export const cloudTasksList = defineOperation({
  id: 'cloud.tasks.list',
  title: 'Tasks of a container service',
  describe:
    'Lists tasks or instances of one container service with state, health, exit code and why each stopped.',
  when: [
    'stopped tasks',
    'essential container exited',
    'task exit code',
    'oom killed task',
    'crashing ecs task',
  ],
  contract: 1,
  input: z.strictObject({
    service: wanted('Service, as cloud_services_list gives it'),
    cluster: filter('Container cluster of the service'),
    stopped: whether('Stopped tasks instead of running ones'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    service: z.string(),
    tasks: z.array(
      z.object({
        id: z.string(),
        ...place,
        state: z.string().describe("The vendor's word: RUNNING, STOPPED ..."),
        health: z.enum(['healthy', 'unhealthy', 'unknown']),
        revision: maybe.text,
        zone: maybe.text,
        started_at: maybe.time,
        stopped_at: maybe.time,
        stop_code: maybe.text,
        stop_reason: maybe.freeText,
        containers: z.array(
          z.object({
            name: z.string(),
            image: maybe.text,
            state: maybe.text,
            exit_code: maybe.number,
            reason: maybe.freeText,
          }),
        ),
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 15,
  permissions: {
    aws: ['ecs:ListTasks', 'ecs:DescribeTasks'],
    gcp: ['run.revisions.list', 'run.executions.list', 'run.tasks.list'],
  },
  proof:
    'the service exists and its tasks were read to their end; stopped tasks are kept for about an hour on ECS, and what is older was not seen',
  since: '0.1.0',
})
