import { z } from 'zod'
import { freeText, maybe } from '../values.ts'

// States of a run or job; `skipped` and `cancelled` are neither success nor failure.
export const RUN_STATES = Object.freeze([
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
  'skipped',
  'waiting',
  'unknown',
] as const)

// One run of a workflow or pipeline.
export const runRow = z.object({
  id: z.string(),
  name: maybe.text,
  number: maybe.number,
  attempt: maybe.number,
  state: z.enum(RUN_STATES),
  event: maybe.text,
  branch: maybe.text,
  commit: maybe.text,
  title: freeText.nullable(),
  by: maybe.userHandle,
  created_at: z.string(),
  started_at: maybe.time,
  finished_at: maybe.time,
  duration_s: maybe.number,
  url: maybe.url,
})
