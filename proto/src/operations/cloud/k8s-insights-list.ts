import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit, wanted, whether } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// What the vendor finds before an upgrade.
export const cloudK8sInsightsList = defineOperation({
  id: 'cloud.k8s_insights.list',
  title: 'Findings on a managed cluster',
  describe:
    'Lists what the vendor finds on a managed Kubernetes cluster before an upgrade: deprecated calls, skew, misconfiguration, with what to do.',
  when: [
    'upgrade readiness',
    'deprecated api usage',
    'cluster insights',
    'eks upgrade insights',
    'gke recommendations',
  ],
  contract: 1,
  input: z.strictObject({
    cluster: wanted('Managed cluster, as cloud_k8s_clusters_list gives it'),
    open_only: whether('Only findings that are not passing'),
    limit: limit(50, 200),
    cursor: cursor(),
  }),
  output: z.object({
    cluster: z.string(),
    insights: z.array(
      z.object({
        id: z.string(),
        ...place,
        name: z.string(),
        category: maybe.text,
        target_version: maybe.text,
        state: z.enum(['passing', 'warning', 'error', 'unknown']),
        description: maybe.freeText,
        recommendation: maybe.freeText,
        affected: maybe.texts,
        checked_at: maybe.time,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 300,
  permissions: {
    aws: ['eks:ListInsights', 'eks:DescribeInsight'],
    gcp: [
      'recommender.containerDiagnosisInsights.list',
      'recommender.containerDiagnosisRecommendations.list',
    ],
  },
  proof:
    'the cluster exists and the vendor checked it lately; a check that did not run is unknown, not passing',
  since: '0.1.0',
})
