import { serve } from '@vedette/proto/connector'
import { incidentsGet } from '@vedette/proto/operations'
import { toDetails } from '../alerts.ts'
import type { PagerdutyClient } from '../client.ts'
import { readIncident, toRow } from '../incidents.ts'
import { toReading } from '../reading.ts'
import { nameOf } from '../values.ts'

// One incident by id or number. PagerDuty keeps no impact, cause or resolution beside it.
export const serveIncidentsGet = serve(incidentsGet, async (client: PagerdutyClient, input, context) => {
  const one = await readIncident(client, input.id, context)
  const bridge = one.conference_bridge?.conference_url
  const details = one.body?.details
  const value = {
    incident: toRow(one),
    description: typeof details === 'string' ? details : null,
    customer_impact: null,
    root_cause: null,
    resolution: null,
    detected_at: null,
    impact_started_at: null,
    impact_ended_at: null,
    commander: null,
    responders:
      one.incidents_responders == null
        ? null
        : one.incidents_responders.flatMap(({ user, state }) =>
            user == null ? [] : [{ id: user.id, name: user.summary ?? null, role: state ?? null }],
          ),
    escalation_policy: one.escalation_policy == null ? null : nameOf(one.escalation_policy),
    dedup_keys: one.incident_key == null ? null : [one.incident_key],
    links: bridge == null ? [] : [{ title: 'conference bridge', url: bridge }],
    fields: typeof details === 'string' ? {} : toDetails(details),
  }
  return toReading(value, { client, context, items: 1, url: one.html_url ?? undefined })
})
