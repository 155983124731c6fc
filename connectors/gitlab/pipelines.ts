import { toTime } from '@vedette/connectors/kit'
import { z } from 'zod'

export const pipelineSchema = z.object({
  id: z.int(),
  iid: z.int().nullish(),
  name: z.string().nullish(),
  status: z.string(),
  source: z.string().nullish(),
  ref: z.string().nullish(),
  sha: z.string().nullish(),
  created_at: z.string(),
  started_at: z.string().nullish(),
  finished_at: z.string().nullish(),
  duration: z.number().nullish(),
  user: z.object({ username: z.string() }).nullish(),
  web_url: z.string().nullish(),
})
export type Pipeline = z.output<typeof pipelineSchema>

const STATES = Object.freeze({
  created: 'queued',
  waiting_for_resource: 'queued',
  waiting_for_callback: 'queued',
  preparing: 'queued',
  pending: 'queued',
  running: 'running',
  success: 'succeeded',
  failed: 'failed',
  canceled: 'cancelled',
  skipped: 'skipped',
  manual: 'waiting',
  scheduled: 'waiting',
} as const)

// The state of a pipeline or job; a word that is not known is no success.
export function toState(word: string) {
  return Object.hasOwn(STATES, word) ? STATES[word as keyof typeof STATES] : ('unknown' as const) // just checked
}

// One pipeline as a row. Lists of pipelines leave out who started one and when it ended.
export function toRun(one: Pipeline) {
  return {
    id: String(one.id),
    name: one.name ?? null,
    number: one.iid ?? null,
    attempt: null,
    state: toState(one.status),
    event: one.source ?? null,
    branch: one.ref ?? null,
    commit: one.sha ?? null,
    title: null,
    by: one.user?.username ?? null,
    created_at: toTime(one.created_at) ?? one.created_at,
    started_at: toTime(one.started_at),
    finished_at: toTime(one.finished_at),
    duration_s: one.duration ?? null,
    url: one.web_url ?? null,
  }
}

export const jobSchema = z.object({
  id: z.int(),
  name: z.string(),
  stage: z.string().nullish(),
  status: z.string(),
  failure_reason: z.string().nullish(),
  started_at: z.string().nullish(),
  finished_at: z.string().nullish(),
  erased_at: z.string().nullish(),
  runner: z.object({ description: z.string().nullish() }).nullish(),
  artifacts: z
    .array(
      z.object({
        filename: z.string().nullish(),
        file_type: z.string().nullish(),
        size: z.number().nullish(),
      }),
    )
    .nullish(),
  artifacts_expire_at: z.string().nullish(),
  web_url: z.string().nullish(),
})
export type Job = z.output<typeof jobSchema>

// One job as a row; GitLab tells no steps.
export function toJob(one: Job) {
  return {
    id: String(one.id),
    name: one.name,
    state: toState(one.status),
    stage: one.stage ?? null,
    started_at: toTime(one.started_at),
    finished_at: toTime(one.finished_at),
    runner: one.runner?.description ?? null,
    failed_step: null,
    url: one.web_url ?? null,
  }
}
