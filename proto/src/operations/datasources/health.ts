import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// Whether a data source answers.
export const datasourcesHealth = defineOperation({
  id: 'datasources.health',
  title: 'Health of a data source',
  describe: 'Says whether one data source of Grafana answers its own health check, with its message.',
  when: [
    'is the datasource working',
    'datasource error',
    'grafana cannot reach prometheus',
    'dashboards empty',
  ],
  contract: 1,
  input: z.strictObject({ uid: wanted('Data source uid, as datasources_list gives it') }),
  output: z.object({
    uid: z.string(),
    name: maybe.text,
    type: maybe.text,
    // `unknown`: its plugin has no health check, which is not the same as healthy.
    state: z.enum(['ok', 'error', 'unknown']),
    message: maybe.freeText,
    version: maybe.text,
    took_ms: maybe.number,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 15,
  permissions: { grafana: ['datasources:read', 'datasources:query'] },
  proof: 'never: an unknown uid is an error of the argument',
  since: '0.1.0',
})
