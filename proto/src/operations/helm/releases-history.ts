import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { limit, wanted } from '../fields.ts'
import { maybe, total } from '../values.ts'
import { HELM_STATES } from './shapes.ts'

// Revisions of one Helm release.
export const helmReleasesHistory = defineOperation({
  id: 'helm.releases.history',
  title: 'History of a Helm release',
  describe:
    'Lists the revisions of one Helm release with chart, state and time; newest first. Needs leave to read its records.',
  when: ['helm history', 'when was the chart upgraded', 'rolled back release', 'previous revision'],
  contract: 1,
  input: z.strictObject({
    namespace: wanted('Namespace of the release'),
    release: wanted('Release name'),
    limit: limit(20, 100),
  }),
  output: z.object({
    namespace: z.string(),
    release: z.string(),
    revisions: z.array(
      z.object({
        revision: z.number(),
        state: z.enum(HELM_STATES),
        chart: maybe.text,
        chart_version: maybe.text,
        app_version: maybe.text,
        updated_at: maybe.time,
        description: maybe.freeText,
      }),
    ),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { helm: ['list secrets in the named namespaces (opt-in Role)'] },
  proof: 'the namespace exists and its release records may be listed and were read whole',
  since: '0.1.0',
})
