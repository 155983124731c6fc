import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'

// What was synced when, and from which revision.
export const gitopsAppsHistory = defineOperation({
  id: 'gitops.apps.history',
  title: 'History of a GitOps application',
  describe:
    'Lists the syncs of one GitOps application with revision, time, who started it and outcome; newest first.',
  when: [
    'when was it synced',
    'which revision is live',
    'gitops history',
    'argo sync history',
    'flux reconciliations',
  ],
  contract: 1,
  input: z.strictObject({
    app: wanted('Application, Kustomization or HelmRelease: namespace/name, or a name that is unique'),
    limit: limit(20, 100),
  }),
  output: z.object({
    app: z.string(),
    syncs: z.array(
      z.object({
        id: z.string(),
        revision: maybe.text,
        chart_version: maybe.text,
        source: maybe.text,
        started_at: maybe.time,
        finished_at: maybe.time,
        state: z.enum(['succeeded', 'failed', 'running', 'unknown']),
        by: maybe.userHandle,
        automated: maybe.flag,
        message: maybe.freeText,
      }),
    ),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    argocd: ['applications, get'],
    flux: [
      'get kustomizations.kustomize.toolkit.fluxcd.io',
      'get helmreleases.helm.toolkit.fluxcd.io',
      'list events',
    ],
  },
  proof: 'the application exists; how many syncs are kept is its own limit, and what is older was not seen',
  since: '0.1.0',
})
