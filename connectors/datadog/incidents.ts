import type { Paged } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toPage } from './links.ts'
import { readList } from './pages.ts'
import { bag, dig, digText, number, text, toTime } from './values.ts'

const incident = z.object({
  id: z.string(),
  attributes: z.object({
    title: text,
    public_id: number,
    state: text,
    severity: text,
    created: text,
    declared: text,
    detected: text,
    resolved: text,
    customer_impact_start: text,
    customer_impact_end: text,
    customer_impact_scope: text,
    fields: bag.nullish(),
  }),
  relationships: z.unknown().optional(),
})
export type Incident = z.output<typeof incident>
const page = z.object({ data: z.array(incident) })
const single = z.object({ data: incident, included: z.array(z.unknown()).nullish() })

const STATES = Object.freeze({
  active: 'triggered',
  stable: 'acknowledged',
  resolved: 'resolved',
  completed: 'resolved',
} as const)

// Every incident that the keys may see, open or not.
export async function readIncidents(
  client: DatadogClient,
  context: CallContext,
): Promise<Readonly<{ incidents: readonly Incident[]; paged: Paged<unknown> }>> {
  const { answers, paged } = await readList(client, {
    path: ['v2', 'incidents'],
    page: { size: 'page[size]', place: 'page[offset]', by: 'row', rows: 100 },
    schema: page,
    rowsOf: ({ data }) => data,
    needs: 'incident_read',
    context,
  })
  return { incidents: answers.flatMap(({ data }) => data), paged }
}

// One incident by its id.
export function readIncident(client: DatadogClient, id: string, context: CallContext) {
  return client.ask({
    path: ['v2', 'incidents', id],
    query: { include: 'users' },
    schema: single,
    needs: 'incident_read',
    context,
  })
}

// Values of a field that responders fill in, such as services or teams.
export function fieldOf({ attributes }: Incident, name: string): readonly string[] {
  const value = dig(attributes.fields, name, 'value')
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

// A state's word; one that is not known stays unknown, which counts as open.
export function toState({ attributes, ...rest }: Incident) {
  const word = attributes.state ?? fieldOf({ attributes, ...rest }, 'state')[0] ?? ''
  const known = Object.hasOwn(STATES, word)
  return { word, state: known ? STATES[word as keyof typeof STATES] : ('unknown' as const) } // just checked
}

// One incident as a row.
export function toRow(client: DatadogClient, one: Incident) {
  const { attributes } = one
  const { word, state } = toState(one)
  const commander = digText(one.relationships, 'commander_user', 'data', 'id')
  return {
    id: one.id,
    number: attributes.public_id ?? null,
    title: attributes.title ?? '',
    state,
    vendor_state: word === '' ? 'unknown' : word,
    severity: attributes.severity ?? fieldOf(one, 'severity')[0] ?? null,
    urgency: null,
    services: [...fieldOf(one, 'services')],
    teams: [...fieldOf(one, 'teams')],
    created_at: toTime(attributes.created ?? attributes.declared) ?? '',
    acknowledged_at: null,
    resolved_at: toTime(attributes.resolved),
    assigned_to: commander === null ? [] : [commander],
    alerts: null,
    url: attributes.public_id == null ? null : toPage(client, `/incidents/${attributes.public_id}`),
  }
}
