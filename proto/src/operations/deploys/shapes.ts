import { z } from 'zod'
import { maybe } from '../values.ts'

// What a deploy came to, as far as its source says; `unknown` is not success.
export const DEPLOY_STATES = Object.freeze([
  'running',
  'succeeded',
  'failed',
  'rolled_back',
  'cancelled',
  'unknown',
] as const)

// One change that reached, or tried to reach, an environment.
export const deployRow = z.object({
  id: z.string(),
  kind: z.enum(['rollout', 'sync', 'release', 'pipeline', 'revision', 'marker']),
  state: z.enum(DEPLOY_STATES),
  service: maybe.text,
  environment: maybe.text,
  cluster: maybe.text,
  namespace: maybe.text,
  workload: maybe.text,
  version: maybe.text,
  previous_version: maybe.text,
  repository: maybe.text,
  commit: maybe.text,
  started_at: maybe.time,
  finished_at: maybe.time,
  by: maybe.userHandle,
  // Whether it went back to an earlier version.
  rollback: maybe.flag,
  url: maybe.url,
})
