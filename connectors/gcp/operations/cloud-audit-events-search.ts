import { cloudAuditEventsSearch } from '@vedette/proto/operations'
import { z } from 'zod'
import { mapRows } from '../answers.ts'
import { type Entry, quote, readEntries, within } from '../entries.ts'
import { serveList } from '../reading.ts'
import { maybeNumber, maybeText, needTime, placeOf, regionOf } from '../values.ts'

const ACTIVITY = 'cloudaudit.googleapis.com%2Factivity'
const DATA = 'cloudaudit.googleapis.com%2Fdata_access'
const MAX_EVENTS = 1000

const payload = z.object({
  methodName: z.string(),
  serviceName: maybeText,
  resourceName: maybeText,
  authenticationInfo: z.object({ principalEmail: maybeText, principalSubject: maybeText }).optional(),
  requestMetadata: z.object({ callerIp: maybeText, callerSuppliedUserAgent: maybeText }).optional(),
  status: z.object({ code: maybeNumber, message: maybeText }).optional(),
})

// Audit log entries, newest first. Changes are recorded in every project; reads only where data access logs are on, and
// what the organisation records is not here.
export const serveAuditEventsSearch = serveList(cloudAuditEventsSearch, {
  async read(reader, input) {
    const trails = toTrails(input.writes_only)
    const parts = [
      `logName=(${trails.map((one) => quote(`projects/${reader.project.id}/logs/${one}`)).join(' OR ')})`,
      within(input.from, input.to),
      ...(input.actor === undefined
        ? []
        : [`protoPayload.authenticationInfo.principalEmail:${quote(input.actor)}`]),
      ...(input.resource === undefined ? [] : [`protoPayload.resourceName:${quote(input.resource)}`]),
      ...(input.action === undefined ? [] : [`protoPayload.methodName:${quote(input.action)}`]),
      ...(input.service === undefined ? [] : [`protoPayload.serviceName:${quote(input.service)}`]),
      ...(input.failed_only ? ['protoPayload.status.code>0'] : []),
    ]
    const filter = parts.join(' AND ')
    const list = await readEntries(reader, { filter, newestFirst: true, maxItems: MAX_EVENTS })
    const rows = mapRows(list, (all) => all.map((one) => ({ trail: one.logName, row: toEvent(reader, one) })))
    // Any project with its audit log at all shows its own making or some change only within the retention.
    return { ...rows, query: filter, dialect: 'logging', unproven: 'trail_shows_nothing_in_the_window' }
  },
  keyOf: ({ row }) => [-Date.parse(row.at), row.id],
  toValue: ({ rows, total }, { writes_only }) => ({
    events: rows.map(({ row }) => row),
    trails: toTrails(writes_only).map((one) => one.replace('%2F', '/')),
    total,
  }),
})

function toTrails(writesOnly: boolean): readonly string[] {
  return writesOnly ? [ACTIVITY] : [ACTIVITY, DATA]
}

function toEvent(reader: Parameters<typeof placeOf>[0], one: Entry) {
  const parsed = payload.safeParse(one.protoPayload)
  const said = parsed.success ? parsed.data : undefined
  const actor = said?.authenticationInfo?.principalEmail ?? said?.authenticationInfo?.principalSubject ?? null
  const labels = one.resource?.labels ?? {}
  const id = said?.resourceName ?? null
  return {
    id: one.insertId,
    at: needTime(one.timestamp ?? one.receiveTimestamp),
    action: said?.methodName ?? 'unknown',
    service: said?.serviceName ?? null,
    actor,
    actor_kind: toActorKind(actor),
    ...placeOf(reader, regionOf(labels['location'] ?? labels['zone'] ?? labels['region'])),
    resources: id === null ? [] : [{ id, type: one.resource?.type ?? null }],
    outcome: said === undefined ? ('unknown' as const) : toOutcome(said.status?.code ?? 0),
    error: said?.status?.message ?? null,
    source_address: said?.requestMetadata?.callerIp ?? null,
    user_agent: said?.requestMetadata?.callerSuppliedUserAgent ?? null,
    write: one.logName.endsWith(ACTIVITY),
    summary: null,
  }
}

const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

function toOutcome(code: number): 'succeeded' | 'denied' | 'failed' {
  if (code === 0) return 'succeeded'
  return code === PERMISSION_DENIED || code === UNAUTHENTICATED ? 'denied' : 'failed'
}

function toActorKind(actor: string | null): 'person' | 'service_account' | 'service' | 'unknown' {
  if (actor === null) return 'unknown'
  if (/@(?:cloudservices|[\w-]*system)\.gserviceaccount\.com$|^system:/.test(actor)) return 'service'
  if (actor.endsWith('gserviceaccount.com')) return 'service_account'
  return actor.includes('@') ? 'person' : 'unknown'
}
