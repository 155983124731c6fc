import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe } from '../values.ts'
import { catalogRow } from './shapes.ts'

// One service with owner, on-call, runbooks and repositories.
export const servicesCatalogGet = defineOperation({
  id: 'services.catalog.get',
  title: 'One service of the catalogue',
  describe:
    'Gives one service of the catalogue with owner, tier, on-call, runbooks, repositories, dashboards and declared dependencies.',
  when: [
    'who owns this service',
    'runbook of a service',
    'service owner',
    'which repository',
    'on-call of a service',
  ],
  contract: 1,
  input: z.strictObject({ service: wanted('Service, by name or id, as services_catalog_list gives it') }),
  output: z.object({
    service: catalogRow,
    contacts: z.array(z.object({ kind: z.string(), value: maybe.userHandle })),
    links: z.array(
      z.object({
        kind: z.enum(['runbook', 'repository', 'dashboard', 'documentation', 'chat', 'other']),
        title: maybe.freeText,
        url: z.string(),
      }),
    ),
    escalation_policy: maybe.text,
    depends_on: maybe.texts,
    used_by: maybe.texts,
    integrations: maybe.texts,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 300,
  permissions: {
    pagerduty: ['services.read', 'escalation_policies.read', 'teams.read', 'users.read'],
    datadog: ['apm_service_catalog_read'],
  },
  proof: 'never: an unknown service is an error of the argument',
  since: '0.1.0',
})
