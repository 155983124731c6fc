import type { Paged } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { alertsActiveList, alertsRulesList } from '@vedette/proto/operations'
import { z } from 'zod'
import type { DatadogClient } from './client.ts'
import { toMonitorUrl } from './links.ts'
import { listOf, readList } from './pages.ts'
import { hasTag, number, text, texts, toMs, toTags, toTime } from './values.ts'

const downtime = z.object({ id: number, scope: texts, start: number, end: number })
const group = z.object({ name: text, status: text, last_triggered_ts: number, last_nodata_ts: number })
const monitor = z.object({
  id: z.number(),
  name: text,
  type: text,
  query: text,
  message: text,
  tags: texts,
  priority: number,
  overall_state: text,
  overall_state_modified: text,
  draft_status: text,
  options: z.object({ silenced: z.record(z.string(), z.number().nullable()).nullish() }).nullish(),
  matching_downtimes: z.array(downtime).nullish(),
  state: z.object({ groups: z.record(z.string(), group).nullish() }).nullish(),
})
export type Monitor = z.output<typeof monitor>
type Alert = z.input<typeof alertsActiveList.output>['alerts'][number]
type Rule = z.input<typeof alertsRulesList.output>['rules'][number]

const ASKED = Object.freeze({ group_states: 'all', with_downtimes: 'true' })

// Every monitor with its groups and what mutes it now.
export async function readMonitors(
  client: DatadogClient,
  context: CallContext,
): Promise<Readonly<{ monitors: readonly Monitor[]; paged: Paged<unknown> }>> {
  const { answers, paged } = await readList(client, {
    path: ['v1', 'monitor'],
    query: ASKED,
    page: { size: 'page_size', place: 'page', by: 'page', rows: 100 },
    schema: listOf(monitor),
    rowsOf: (rows) => rows,
    needs: 'monitors_read',
    context,
  })
  return { monitors: answers.flat(), paged }
}

// One monitor by its id.
export function readMonitor(client: DatadogClient, id: string, context: CallContext): Promise<Monitor> {
  return client.ask({
    path: ['v1', 'monitor', id],
    query: ASKED,
    schema: monitor,
    needs: 'monitors_read',
    context,
  })
}

// What a state word means: only `OK` is well. A word that is not known counts as no data, which is not well either.
function toState(word: string | null | undefined): 'ok' | 'firing' | 'no_data' {
  if (word === 'OK') return 'ok'
  return word === 'Alert' || word === 'Warn' ? 'firing' : 'no_data'
}

// Severity as the organisation tells it: the priority, else a tag.
export function toSeverity({ priority, tags }: Monitor): string | null {
  return priority == null ? (toTags(tags).severity ?? null) : `P${priority}`
}

// Monitors and channels that the message of a monitor names, such as @slack-ops.
export function toReceivers({ message }: Monitor): string[] {
  const found = (message ?? '').match(/(?<![\w.])@[\w.+/-]+(?:@[\w.-]+)?/g) ?? []
  return [...new Set(found.map((one) => one.slice(1)))].slice(0, 50)
}

// The alerts that a monitor has now, one for each group that is not well; none when all is well.
export function toAlerts(client: DatadogClient, one: Monitor, now: number): readonly Alert[] {
  const groups = Object.entries(one.state?.groups ?? {}).map(([name, told]) => ({
    name: told.name ?? name,
    word: told.status,
    since: told.status === 'No Data' ? told.last_nodata_ts : told.last_triggered_ts,
  }))
  const bad = groups.filter(({ word }) => toState(word) !== 'ok')
  const whole = toState(one.overall_state)
  // The groups may be cut or late: what the monitor says of itself is never lost for them.
  const covered = bad.some(({ word }) => whole === 'ok' || toState(word) === whole)
  const itself = { name: '', word: one.overall_state, since: undefined }
  const shown = whole === 'ok' || covered ? bad : [...bad, itself]
  return shown.map(({ name, word, since }) => toAlert(client, one, { name, word, since, now }))
}

function toAlert(
  client: DatadogClient,
  one: Monitor,
  group: Readonly<{
    name: string
    word: string | null | undefined
    since: number | null | undefined
    now: number
  }>,
): Alert {
  const { name, word, now } = group
  const isNamed = name !== '' && name !== '*'
  const tags = isNamed ? name.split(',') : []
  const silencedBy = findSilences(one, tags, now)
  const state = toState(word) === 'firing' ? 'firing' : 'no_data'
  return {
    id: isNamed ? `${one.id}/${name}` : String(one.id),
    name: one.name ?? '',
    // What is muted and fires is still shown, as muted; no data stays no data.
    state: state === 'firing' && silencedBy.length > 0 ? 'silenced' : state,
    severity: toSeverity(one),
    since: toTime(group.since ?? one.overall_state_modified),
    labels: { ...toTags([...one.tags, ...tags]), monitor_state: word ?? 'unknown' },
    annotations: one.message == null ? {} : { message: one.message.slice(0, 4096) },
    silenced_by: silencedBy,
    inhibited_by: null,
    receivers: toReceivers(one),
    delivered: null,
    seen_in: ['monitors'],
    url: toMonitorUrl(client, one.id),
  }
}

// Downtimes in force that surely hold for these tags: one of a narrower scope is left out, as it may not.
function findSilences(one: Monitor, tags: readonly string[], now: number): string[] {
  const holds = (scope: readonly string[]) =>
    scope.length > 0 && scope.every((tag) => tag === '*' || tags.includes(tag))
  const downtimes = (one.matching_downtimes ?? []).filter(({ scope, start, end }) => {
    const [from, to] = [toMs(start), toMs(end)]
    return holds(scope) && (from === undefined || from <= now) && (to === undefined || to > now)
  })
  const muted = Object.entries(one.options?.silenced ?? {}).filter(
    ([scope, until]) => holds(scope.split(',')) && (until === null || until * 1000 > now),
  )
  return [
    ...downtimes.map(({ id }) => `downtime/${id ?? 'unknown'}`),
    ...muted.map(([scope]) => `mute/${scope}`),
  ]
}

const RULE_HEALTH = Object.freeze({
  OK: 'ok',
  Alert: 'ok',
  Warn: 'ok',
  'No Data': 'no_data',
  Ignored: 'paused',
  Skipped: 'unknown',
} as const)

// A monitor as a rule. One without data is not evaluated well, and one in a state that is not known is unknown.
export function toRule(client: DatadogClient, one: Monitor, now: number): Rule {
  const word = one.overall_state ?? ''
  const known = Object.hasOwn(RULE_HEALTH, word)
  const health = known ? RULE_HEALTH[word as keyof typeof RULE_HEALTH] : 'unknown' // just checked
  const state = !known ? 'unknown' : toState(word)
  return {
    id: String(one.id),
    name: one.name ?? '',
    folder: null,
    group: one.type ?? null,
    query: one.query ?? '',
    state: state === 'ok' ? 'inactive' : state,
    health: one.draft_status === 'draft' ? 'paused' : health,
    error: null,
    severity: toSeverity(one),
    for_seconds: null,
    labels: toTags(one.tags),
    annotations: one.message == null ? {} : { message: one.message.slice(0, 4096) },
    active: toAlerts(client, one, now).filter((alert) => alert.state !== 'no_data').length,
    evaluated_at: null,
    url: toMonitorUrl(client, one.id),
  }
}

// Whether a monitor's tags, or one of its groups, name the service.
export function namesService(one: Monitor, service: string): boolean {
  const groups = Object.keys(one.state?.groups ?? {}).flatMap((name) => name.split(','))
  return (
    hasTag([...one.tags, ...groups], `service:${service}`) ||
    (one.query ?? '').split(/[\s,{}()"]+/).includes(`service:${service}`) ||
    (one.query ?? '').includes(`service:"${service}"`)
  )
}
