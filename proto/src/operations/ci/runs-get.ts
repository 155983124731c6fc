import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { repository } from '../scm/shapes.ts'
import { maybe, total } from '../values.ts'
import { RUN_STATES, runRow } from './shapes.ts'

// One run with its jobs and steps.
export const ciRunsGet = defineOperation({
  id: 'ci.runs.get',
  title: 'One CI run',
  describe: 'Gives one run of a workflow or pipeline with its jobs, the steps that failed and its artifacts.',
  when: ['why did the build fail', 'failed step', 'jobs of a pipeline', 'run details'],
  contract: 1,
  input: z.strictObject({ repo: repository(), run: wanted('Run id, as ci_runs_list gives it') }),
  output: z.object({
    run: runRow,
    jobs: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.enum(RUN_STATES),
        stage: maybe.text,
        started_at: maybe.time,
        finished_at: maybe.time,
        runner: maybe.text,
        failed_step: maybe.text,
        url: maybe.url,
      }),
    ),
    artifacts: z
      .array(z.object({ name: z.string(), size_bytes: maybe.number, expired: maybe.flag }))
      .nullable(),
    jobs_total: total,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 30,
  permissions: {
    github: ['actions: read', 'metadata: read'],
    gitlab: ['read_api'],
    datadog: ['ci_visibility_read'],
  },
  proof: 'never: an unknown run is an error of the argument',
  since: '0.1.0',
})
