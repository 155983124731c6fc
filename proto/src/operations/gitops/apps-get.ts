import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { application, appRow, HEALTH_STATES, SYNC_STATES } from './shapes.ts'

// One application with its resources and conditions.
export const gitopsAppsGet = defineOperation({
  id: 'gitops.apps.get',
  title: 'One GitOps application',
  describe:
    'Gives one GitOps application with its resources, their sync and health, conditions, the running operation and images.',
  when: ['why is the app degraded', 'resources of an application', 'sync error', 'reconciliation failed'],
  contract: 1,
  input: z.strictObject({
    app: application(),
    problem_only: whether('Only resources that are not synced or not healthy'),
    limit: limit(100, 500),
  }),
  output: z.object({
    app: appRow,
    conditions: z.array(
      z.object({ type: z.string(), status: maybe.text, message: maybe.freeText, at: maybe.time }),
    ),
    resources: z.array(
      z.object({
        kind: z.string(),
        namespace: maybe.text,
        name: z.string(),
        sync: z.enum(SYNC_STATES),
        health: z.enum(HEALTH_STATES),
        message: maybe.freeText,
      }),
    ),
    operation: z
      .object({
        state: z.enum(['running', 'succeeded', 'failed', 'unknown']),
        started_at: maybe.time,
        finished_at: maybe.time,
        by: maybe.userHandle,
        message: maybe.freeText,
      })
      .nullable(),
    images: maybe.texts,
    resources_total: total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    argocd: ['applications, get'],
    flux: [
      'get kustomizations.kustomize.toolkit.fluxcd.io',
      'get helmreleases.helm.toolkit.fluxcd.io',
      'list events',
    ],
  },
  proof: 'never: an unknown application is an error of the argument',
  since: '0.1.0',
})
