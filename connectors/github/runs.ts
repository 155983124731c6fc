import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'
import { toSpan } from './durations.ts'

export const runSchema = z.object({
  id: z.int(),
  name: z.string().nullish(),
  path: z.string().nullish(),
  display_title: z.string().nullish(),
  run_number: z.number().nullish(),
  run_attempt: z.number().nullish(),
  status: z.string().nullish(),
  conclusion: z.string().nullish(),
  event: z.string().nullish(),
  head_branch: z.string().nullish(),
  head_sha: z.string().nullish(),
  actor: z.object({ login: z.string() }).nullish(),
  created_at: z.string(),
  run_started_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  html_url: z.string().nullish(),
})
export type Run = z.output<typeof runSchema>

const UNDER_WAY = Object.freeze({
  queued: 'queued',
  in_progress: 'running',
  waiting: 'waiting',
  requested: 'queued',
  pending: 'queued',
} as const)
const ENDED = Object.freeze({
  success: 'succeeded',
  failure: 'failed',
  error: 'failed',
  timed_out: 'failed',
  startup_failure: 'failed',
  cancelled: 'cancelled',
  skipped: 'skipped',
  action_required: 'waiting',
} as const)

// The state of a run, job, step or check. One that ended as neutral or stale, or in a word that is not known, is no
// success.
export function toRunState(status: string | null | undefined, conclusion: string | null | undefined) {
  if (status === 'completed')
    return conclusion != null && Object.hasOwn(ENDED, conclusion)
      ? ENDED[conclusion as keyof typeof ENDED] // just checked
      : ('unknown' as const)
  return status != null && Object.hasOwn(UNDER_WAY, status)
    ? UNDER_WAY[status as keyof typeof UNDER_WAY] // just checked
    : ('unknown' as const)
}

// One run as a row. GitHub tells when a run last changed, which is its end once it is completed.
export function toRun(run: Run) {
  const end = run.status === 'completed' ? run.updated_at : null
  return {
    id: String(run.id),
    name: run.name ?? null,
    number: run.run_number ?? null,
    attempt: run.run_attempt ?? null,
    state: toRunState(run.status, run.conclusion),
    event: run.event ?? null,
    branch: run.head_branch ?? null,
    commit: run.head_sha ?? null,
    title: run.display_title ?? null,
    by: run.actor?.login ?? null,
    created_at: toTime(run.created_at) ?? run.created_at,
    started_at: toTime(run.run_started_at),
    finished_at: toTime(end),
    duration_s: toSpan(run.run_started_at, end),
    url: run.html_url ?? null,
  }
}
