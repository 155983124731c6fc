import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { wanted } from '../fields.ts'
import { maybe, tagSet } from '../values.ts'
import { incidentRow } from './shapes.ts'

// One incident with what was written about it.
export const incidentsGet = defineOperation({
  id: 'incidents.get',
  title: 'One incident',
  describe:
    'Gives one incident with description, impact, responders and links; its timeline and alerts are operations of their own.',
  when: ['incident details', 'what is this incident about', 'who responds', 'incident by id'],
  contract: 1,
  input: z.strictObject({ id: wanted('Incident id or number, as incidents_list gives it') }),
  output: z.object({
    incident: incidentRow,
    description: maybe.freeText,
    customer_impact: maybe.freeText,
    root_cause: maybe.freeText,
    resolution: maybe.freeText,
    detected_at: maybe.time,
    impact_started_at: maybe.time,
    impact_ended_at: maybe.time,
    commander: maybe.personName,
    responders: z.array(z.object({ id: z.string(), name: maybe.personName, role: maybe.text })).nullable(),
    escalation_policy: maybe.text,
    dedup_keys: maybe.texts,
    links: z.array(z.object({ title: maybe.freeText, url: z.string() })),
    fields: tagSet,
  }),
  scope: 'backend',
  tier: 'read',
  freshness: 10,
  permissions: {
    pagerduty: ['incidents.read', 'users.read'],
    datadog: ['incident_read'],
    grafana: ['plugins.app:access plugins:id:grafana-irm-app', 'grafana-irm-app.alert-groups:read'],
  },
  proof: 'never: an unknown id is an error of the argument',
  sensitive: true,
  since: '0.1.0',
})
