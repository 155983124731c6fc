import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit } from '../fields.ts'
import { total } from '../values.ts'
import { catalogRow } from './shapes.ts'

// Services that the organisation has registered, with their owners.
export const servicesCatalogList = defineOperation({
  id: 'services.catalog.list',
  title: 'Service catalogue',
  describe: 'Lists services of the catalogue with owner, tier, lifecycle and state.',
  when: ['which services exist', 'services of a team', 'service catalogue', 'services without owner'],
  contract: 1,
  input: z.strictObject({
    team: filter('Only services of this team, by name or id'),
    tag: filter('Only services with this tag: key, or key:value'),
    contains: filter('Text in the name'),
    limit: limit(100, 500),
    cursor: cursor(),
  }),
  output: z.object({ services: z.array(catalogRow), total }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: {
    pagerduty: ['services.read', 'teams.read', 'users.read'],
    datadog: ['apm_service_catalog_read'],
    grafana: ['plugins.app:access plugins:id:grafana-irm-app', 'grafana-irm-app.integrations:read'],
    signoz: ['Viewer'],
  },
  proof: 'the list was read to its end with a credential that sees all teams',
  since: '0.1.0',
})
