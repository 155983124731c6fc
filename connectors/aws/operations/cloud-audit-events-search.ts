import { readPages } from '@vedette/connectors/kit'
import { cloudAuditEventsSearch } from '@vedette/proto/operations'
import type { Output } from '../client.ts'
import type { Reader } from '../connect.ts'
import { mapPaged } from '../pages.ts'
import { serveList } from '../reading.ts'
import { holds, need, placeOf, told, toTime } from '../values.ts'

type TrailEvent = NonNullable<Output<'cloudtrail', 'lookupEvents'>['Events']>[number]

// CloudTrail gives two pages of fifty a second.
const PAGES = 20
const EVENTS = 1000

// Management events of the last 90 days, as CloudTrail keeps them without a trail. Events of data (S3 objects, Lambda
// calls) are not among them; the newest arrive up to fifteen minutes late, so a window that ends now proves no absence.
export const serveAuditEventsSearch = serveList(cloudAuditEventsSearch, {
  async read(reader, input) {
    const LookupAttributes = toAttributes(input)
    const paged = await readPages<TrailEvent>(
      async (NextToken) => {
        const said = await reader.call('cloudtrail', 'lookupEvents', {
          StartTime: new Date(input.from),
          EndTime: new Date(input.to),
          MaxResults: 50,
          ...(LookupAttributes.length === 0 ? {} : { LookupAttributes }),
          ...(NextToken === undefined ? {} : { NextToken }),
        })
        return { items: need(said.Events), ...(said.NextToken === undefined ? {} : { next: said.NextToken }) }
      },
      { maxItems: EVENTS, maxPages: PAGES },
    )
    const rows = mapPaged(paged, (all) =>
      all
        .map((one) => toRow(reader, one))
        .filter(
          (row) =>
            holds(row.actor, input.actor) && (input.action === undefined || row.action === input.action),
        )
        .filter((row) => holds(row.service, input.service))
        .filter(
          (row) => input.resource === undefined || row.resources.some((it) => holds(it.id, input.resource)),
        )
        .filter((row) => !input.writes_only || row.write !== false)
        .filter((row) => !input.failed_only || row.outcome !== 'succeeded'),
    )
    const isFresh = Date.parse(input.to) > reader.context.clock.now() - LAG_MS
    return { paged: rows, ...(isFresh ? { unproven: 'the_newest_events_may_not_have_arrived' } : {}) }
  },
  keyOf: (row) => [-Date.parse(row.at), row.id],
  toValue: ({ rows, total }) => ({ events: [...rows], trails: ['event history (management events)'], total }),
})

const LAG_MS = 15 * 60_000

type Filters = Readonly<{ action?: string | undefined; resource?: string | undefined; writes_only: boolean }>

// CloudTrail takes one condition; the one that leaves the fewest events goes to it, the others are applied here.
function toAttributes({ action, resource, writes_only }: Filters) {
  if (resource !== undefined) return [{ AttributeKey: 'ResourceName' as const, AttributeValue: resource }]
  if (action !== undefined) return [{ AttributeKey: 'EventName' as const, AttributeValue: action }]
  return writes_only ? [{ AttributeKey: 'ReadOnly' as const, AttributeValue: 'false' }] : []
}

function toRow(reader: Reader, one: TrailEvent) {
  const detail = parseDetail(one.CloudTrailEvent)
  const error = textOf(detail, 'errorCode')
  return {
    id: one.EventId ?? '',
    at: need(toTime(one.EventTime)),
    action: one.EventName ?? 'unknown',
    service: one.EventSource?.replace('.amazonaws.com', '') ?? null,
    actor: told(one.Username),
    actor_kind: toActorKind(textOf(Reflect.get(detail, 'userIdentity'), 'type')),
    ...placeOf(reader),
    resources: (one.Resources ?? []).map((it) => ({
      id: it.ResourceName ?? '',
      type: it.ResourceType ?? null,
    })),
    outcome: toOutcome(detail, error),
    error: textOf(detail, 'errorMessage') ?? error ?? null,
    source_address: textOf(detail, 'sourceIPAddress') ?? null,
    user_agent: textOf(detail, 'userAgent') ?? null,
    write: one.ReadOnly === undefined ? null : one.ReadOnly !== 'true',
    summary: null,
  }
}

// Without the event itself nobody knows how it went.
function toOutcome(detail: object, error: string | undefined): 'succeeded' | 'denied' | 'failed' | 'unknown' {
  if (Object.keys(detail).length === 0) return 'unknown'
  if (error === undefined) return 'succeeded'
  return /AccessDenied|Unauthorized/i.test(error) ? 'denied' : 'failed'
}

function toActorKind(type: string | undefined): 'person' | 'role' | 'service' | 'unknown' {
  if (type === 'IAMUser' || type === 'Root' || type === 'IdentityCenterUser') return 'person'
  if (type === 'AssumedRole' || type === 'Role' || type === 'FederatedUser' || type === 'WebIdentityUser')
    return 'role'
  return type === 'AWSService' ? 'service' : 'unknown'
}

function parseDetail(text: string | undefined): object {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown, key: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}
