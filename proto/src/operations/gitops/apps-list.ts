import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { appRow, HEALTH_STATES, SYNC_STATES } from './shapes.ts'

// Applications with whether they are in sync and healthy.
export const gitopsAppsList = defineOperation({
  id: 'gitops.apps.list',
  title: 'GitOps applications',
  describe:
    'Lists GitOps applications with sync state, health, revision and destination; those that are not fine come first.',
  when: ['out of sync', 'argocd apps', 'flux kustomizations', 'degraded application', 'gitops status'],
  contract: 1,
  input: z.strictObject({
    project: filter('Only this project'),
    namespace: filter('Only this namespace'),
    health: z.enum(HEALTH_STATES).optional().describe('Only applications in this health'),
    sync: z.enum(SYNC_STATES).optional().describe('Only applications in this sync state'),
    destination: filter('Only those that deploy to this cluster, as the controller names it'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ apps: z.array(appRow), total }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: {
    argocd: ['applications, get'],
    flux: [
      'list kustomizations.kustomize.toolkit.fluxcd.io',
      'list helmreleases.helm.toolkit.fluxcd.io',
      'list gitrepositories.source.toolkit.fluxcd.io',
    ],
  },
  proof:
    'the controller is installed and the list was read to its end with leave for all projects; a controller that does not run keeps old states',
  since: '0.1.0',
})
