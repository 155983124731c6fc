import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { HELM_STATES, releaseRow } from './shapes.ts'

// Helm releases as workloads' labels, or their own records, show them.
export const helmReleasesList = defineOperation({
  id: 'helm.releases.list',
  title: 'Helm releases',
  describe:
    'Lists Helm releases of a cluster with chart, version, state and revision; inferred from labels of workloads where their records may not be read.',
  when: ['helm list', 'which chart version', 'installed charts', 'pending upgrade', 'failed release'],
  contract: 1,
  input: z.strictObject({
    namespace: filter('Only this namespace'),
    chart: filter('Only this chart'),
    state: z
      .enum(HELM_STATES)
      .optional()
      .describe('Only releases in this state, where their records may be read'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    releases: z.array(releaseRow),
    // `records`: read from Helm's own records; `labels`: inferred, so state and revision are not told.
    read_from: z.enum(['records', 'labels', 'both']),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    helm: [
      'list deployments.apps',
      'list statefulsets.apps',
      'list daemonsets.apps',
      'for records: list secrets in the named namespaces (opt-in Role)',
    ],
  },
  proof:
    'the records of the namespace were read whole; releases that are only inferred from labels prove no absence',
  since: '0.1.0',
})
