import { checkSegment } from '@vedette/connectors/kit'
import { type CallContext, serve } from '@vedette/proto/connector'
import { incidentsChangesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { PagerdutyClient } from '../client.ts'
import { readIncident } from '../incidents.ts'
import { readList } from '../lists.ts'
import { askOne, type Proof, toReading } from '../reading.ts'
import { nameOf, reference, references, text, toTime } from '../values.ts'

const change = z.looseObject({
  id: z.string(),
  timestamp: z.string(),
  summary: text,
  services: references,
  integration: reference.nullish(),
  links: z.array(z.looseObject({ href: z.string(), text })).nullish(),
  correlation_reason: z.looseObject({ reason: text }).nullish(),
})
const schema = z.looseObject({ change_events: z.array(change) })
const REASONS = Object.freeze({
  most_recent: 'most_recent',
  related_service: 'related_service',
  intelligent: 'intelligent',
} as const)

// Change events that PagerDuty relates to an incident. None is proved only where the incident's service sends some.
export const serveIncidentsChangesList = serve(
  incidentsChangesList,
  async (client: PagerdutyClient, input, context) => {
    const { change_events: all } = await askOne('id', () =>
      client.ask({
        path: ['incidents', checkSegment('name', input.id, 'id'), 'related_change_events'],
        query: { limit: '100' },
        schema,
        context,
        needs: 'change_events.read',
      }),
    )
    const changes = all.slice(0, input.limit).map((one) => {
      const reason = one.correlation_reason?.reason ?? ''
      return {
        id: one.id,
        at: toTime(one.timestamp) ?? one.timestamp,
        summary: one.summary ?? '',
        service: one.services?.[0] === undefined ? null : nameOf(one.services[0]),
        source: one.integration == null ? null : nameOf(one.integration),
        because: Object.hasOwn(REASONS, reason)
          ? REASONS[reason as keyof typeof REASONS]
          : ('other' as const), // just checked
        links: (one.links ?? []).map(({ href, text: title }) => ({ title: title ?? null, url: href })),
      }
    })
    const isCut = all.length > changes.length || all.length >= 100
    return toReading(
      { id: input.id, changes, total: isCut ? null : changes.length },
      {
        client,
        context,
        items: changes.length,
        cut: isCut ? 'rows' : undefined,
        proof:
          all.length === 0 ? await proveChanges(client, input.id, context) : { proof: 'existence_checked' },
      },
    )
  },
)

async function proveChanges(client: PagerdutyClient, id: string, context: CallContext): Promise<Proof> {
  const { service } = await readIncident(client, id, context)
  if (service == null) return { unproven: 'the_incident_names_no_service' }
  const { items } = await readList(client, {
    path: ['services', service.id, 'change_events'],
    name: 'change_events',
    row: change,
    needs: 'change_events.read',
    context,
    rows: 1,
    maxPages: 1,
  })
  return items.length > 0
    ? { proof: 'existence_checked' }
    : { unproven: 'the_service_sends_no_change_events' }
}
