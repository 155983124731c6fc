import { z } from 'zod'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// Whether what runs equals what the repository says.
export const SYNC_STATES = Object.freeze(['synced', 'out_of_sync', 'unknown'] as const)

// Whether what runs works, as the controller judges it; `suspended` is not reconciled at all.
export const HEALTH_STATES = Object.freeze([
  'healthy',
  'progressing',
  'degraded',
  'missing',
  'suspended',
  'unknown',
] as const)

// One application, Kustomization or HelmRelease.
export const appRow = z.object({
  id: z.string().describe('namespace/name'),
  name: z.string(),
  namespace: z.string(),
  kind: z.enum(['application', 'kustomization', 'helm_release']),
  project: maybe.text,
  sync: z.enum(SYNC_STATES),
  health: z.enum(HEALTH_STATES),
  // Where it deploys to, as the controller names it.
  destination: maybe.text,
  destination_namespace: maybe.text,
  source: maybe.text,
  path: maybe.text,
  target_revision: maybe.text,
  revision: maybe.text,
  automated: maybe.flag,
  suspended: maybe.flag,
  synced_at: maybe.time,
  message: maybe.freeText,
  url: maybe.url,
})

// The application in question.
export function application() {
  return wanted('Application, Kustomization or HelmRelease: namespace/name, or a name that is unique')
}
