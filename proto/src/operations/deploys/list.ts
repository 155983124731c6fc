import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, total } from '../values.ts'
import { DEPLOY_STATES, deployRow } from './shapes.ts'

// Deploys of every kind in a window, newest first.
export const deploysList = defineOperation({
  id: 'deploys.list',
  title: 'Deploys',
  describe:
    'Lists deploys, rollouts, GitOps syncs, releases and pipeline deployments in a window with version, state and who started them; newest first.',
  when: [
    'what was deployed',
    'recent releases',
    'what changed before the incident',
    'last rollout',
    'who shipped',
  ],
  contract: 1,
  input: z.strictObject({
    service: filter('Only deploys of this service'),
    environment: filter('Only this environment (prod, staging)'),
    cluster: filter('Only deploys to this cluster, as the source names it'),
    namespace: filter('Only this Kubernetes namespace'),
    state: z.enum(DEPLOY_STATES).optional().describe('Only deploys in this state'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({ deploys: z.array(deployRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 60,
  permissions: {
    kubernetes: [
      'list deployments.apps',
      'list replicasets.apps',
      'list statefulsets.apps',
      'list daemonsets.apps',
      'list controllerrevisions.apps',
    ],
    argocd: ['applications, get'],
    helm: ['list deployments.apps'],
    github: ['deployments: read', 'actions: read', 'metadata: read'],
    datadog: ['dora_metrics_read'],
    sentry: ['project:read', 'org:read'],
    aws: [
      'codedeploy:ListDeployments',
      'codedeploy:BatchGetDeployments',
      'ecs:ListServices',
      'ecs:DescribeServices',
    ],
    gcp: ['run.services.list', 'run.revisions.list'],
  },
  proof:
    'the source keeps history for the whole window, the service or repository is visible to the credential and the list was read to its end',
  window: { defaultSeconds: DAY, maxSeconds: 31 * DAY },
  since: '0.1.0',
})
