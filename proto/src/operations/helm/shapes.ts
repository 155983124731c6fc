import { z } from 'zod'
import { maybe } from '../values.ts'

// States of a release, in Helm's words.
export const HELM_STATES = Object.freeze([
  'deployed',
  'failed',
  'pending_install',
  'pending_upgrade',
  'pending_rollback',
  'superseded',
  'uninstalling',
  'uninstalled',
  'unknown',
] as const)

// One release; what only its records tell is null when it was inferred from labels.
export const releaseRow = z.object({
  namespace: z.string(),
  name: z.string(),
  chart: maybe.text,
  chart_version: maybe.text,
  app_version: maybe.text,
  revision: maybe.number,
  state: z.enum(HELM_STATES),
  updated_at: maybe.time,
  managed_by: maybe.text,
})
