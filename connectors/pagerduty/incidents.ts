import { checkSegment, type Paged, type Span } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import { z } from 'zod'
import type { PagerdutyClient } from './client.ts'
import { readList } from './lists.ts'
import { askOne, cutOf } from './reading.ts'
import { isNamed, nameOf, reference, references, text, toMs, toTime, toWord } from './values.ts'

// One incident.
export const incidentSchema = z.looseObject({
  id: z.string(),
  incident_number: z.number().nullish(),
  title: text,
  status: text,
  urgency: text,
  priority: reference.nullish(),
  service: reference.nullish(),
  teams: references,
  created_at: z.string(),
  resolved_at: text,
  last_status_change_at: text,
  assignments: z.array(z.looseObject({ assignee: reference })).nullish(),
  acknowledgements: z.array(z.looseObject({ at: text })).nullish(),
  alert_counts: z.looseObject({ all: z.number().nullish() }).nullish(),
  incident_key: text,
  escalation_policy: reference.nullish(),
  html_url: text,
  body: z.looseObject({ details: z.unknown().optional() }).nullish(),
  incidents_responders: z.array(z.looseObject({ state: text, user: reference.nullish() })).nullish(),
  conference_bridge: z.looseObject({ conference_url: text }).nullish(),
})
export type Incident = z.output<typeof incidentSchema>

const single = z.looseObject({ incident: incidentSchema })
const STATES = Object.freeze({
  triggered: 'triggered',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
} as const)
const URGENCIES = Object.freeze({ high: 'high', low: 'low' } as const)

// One incident by id or number.
export async function readIncident(client: PagerdutyClient, id: string, context: CallContext) {
  const segment = checkSegment('name', id, 'id')
  const ask = {
    path: ['incidents', segment],
    query: { 'include[]': ['body', 'services', 'teams'] },
    schema: single,
    context,
    needs: 'incidents.read',
  }
  return (await askOne('id', () => client.ask(ask))).incident
}

// `isDisordered`: the list that is read only as far as the window's start did not keep its order.
export type Found = Readonly<{
  incidents: readonly Incident[]
  paged: readonly Paged<unknown>[]
  isDisordered: boolean
}>

// Incidents of a window: those that are open now, then those that were resolved since its start, which are read from
// the newest on; in this order, one that is resolved in between is seen twice and not missed.
export async function readWindowed(
  client: PagerdutyClient,
  window: Span,
  { state, context }: Readonly<{ state?: string | undefined; context: CallContext }>,
): Promise<Found> {
  const base = {
    path: ['incidents'],
    name: 'incidents',
    row: incidentSchema,
    needs: 'incidents.read',
    context,
  }
  const shown = { date_range: 'all', 'include[]': ['services', 'teams'] }
  const open = state === undefined ? ['triggered', 'acknowledged'] : [state]
  const now =
    state === 'resolved'
      ? undefined
      : await readList(client, { ...base, query: { ...shown, 'statuses[]': open } })
  const ended =
    state === undefined || state === 'resolved'
      ? await readList(client, {
          ...base,
          query: { ...shown, 'statuses[]': ['resolved'], sort_by: 'resolved_at:desc' },
          // What does not say when it was resolved is wanted as far as anybody knows.
          isPast: (one) => (toMs(endOf(one)) ?? window.from) < window.from,
        })
      : undefined
  const paged = [now, ended].filter((one) => one !== undefined)
  const byId = new Map(paged.flatMap(({ items }) => items).map((one) => [one.id, one]))
  const ends = (ended?.items ?? []).map((one) => toMs(endOf(one)))
  return {
    incidents: [...byId.values()].filter((one) => isWithin(one, window)),
    paged,
    isDisordered: ends.some((end, index) => end === undefined || end > (ends[index - 1] ?? end)),
  }
}

// Why the incidents of a window are not all.
export function cutOfFound({ paged, isDisordered }: Found): ReturnType<typeof cutOf> {
  return paged.map(cutOf).find((one) => one !== undefined) ?? (isDisordered ? 'by_source' : undefined)
}

// When an incident was resolved; null while it is not.
export function endOf(one: Incident): string | null {
  if (one.status !== 'resolved') return null
  return toTime(one.resolved_at ?? one.last_status_change_at)
}

function isWithin(one: Incident, { from, to }: Span): boolean {
  const opened = toMs(one.created_at) ?? from
  const ended = one.status === 'resolved' ? toMs(endOf(one)) : undefined
  return opened <= to && (ended === undefined || ended >= from)
}

type Filters = Readonly<{
  severity?: string | undefined
  service?: string | undefined
  team?: string | undefined
}>

// Whether an incident is of this priority, service and team.
export function isWanted(one: Incident, { severity, service, team }: Filters): boolean {
  return (
    (severity === undefined || isNamed(one.priority, severity) || one.urgency === severity) &&
    (service === undefined || isNamed(one.service, service)) &&
    (team === undefined || (one.teams ?? []).some((each) => isNamed(each, team)))
  )
}

// One incident as a row.
export function toRow(one: Incident) {
  const acknowledged = (one.acknowledgements ?? []).map(({ at }) => toTime(at)).filter((at) => at !== null)
  const urgency = toWord(URGENCIES, one.urgency)
  return {
    id: one.id,
    number: one.incident_number ?? null,
    title: one.title ?? '',
    state: toWord(STATES, one.status),
    vendor_state: one.status ?? 'unknown',
    severity: one.priority == null ? null : nameOf(one.priority),
    urgency: urgency === 'unknown' ? null : urgency,
    services: one.service == null ? [] : [nameOf(one.service)],
    teams: one.teams == null ? null : one.teams.map(nameOf),
    created_at: toTime(one.created_at) ?? one.created_at,
    acknowledged_at: acknowledged.toSorted()[0] ?? null,
    resolved_at: endOf(one),
    assigned_to: one.assignments == null ? null : one.assignments.map(({ assignee }) => assignee.id),
    alerts: one.alert_counts?.all ?? null,
    url: one.html_url ?? null,
  }
}
