import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'
import { toRunState } from './runs.ts'

export const jobSchema = z.object({
  id: z.int(),
  run_id: z.int().nullish(),
  name: z.string(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
  runner_name: z.string().nullish(),
  html_url: z.string().nullish(),
  steps: z
    .array(z.object({ name: z.string(), status: z.string().nullish(), conclusion: z.string().nullish() }))
    .nullish(),
})
export type Job = z.output<typeof jobSchema>

// The first step of a job that failed, or null.
export function findFailedStep({ steps }: Job): string | null {
  return (steps ?? []).find((step) => toRunState(step.status, step.conclusion) === 'failed')?.name ?? null
}

// One job as a row.
export function toJob(job: Job) {
  return {
    id: String(job.id),
    name: job.name,
    state: toRunState(job.status, job.conclusion),
    stage: null,
    started_at: toTime(job.started_at),
    finished_at: toTime(job.completed_at),
    runner: job.runner_name ?? null,
    failed_step: findFailedStep(job),
    url: job.html_url ?? null,
  }
}
