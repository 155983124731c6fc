import { toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, serve } from '@vedette/proto/connector'
import { alertsActiveList } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import {
  type AlertHalves,
  type AlertRow,
  askHalves,
  findManagerGap,
  mergeAlerts,
  toHalfScope,
} from '../alerts.ts'
import type { PrometheusClient } from '../client.ts'
import { pageBy } from '../pages.ts'
import { askPart, toScope } from '../reading.ts'
import { findEvaluatorGap } from '../rules.ts'
import { findService, namesService } from '../services.ts'

type Filter = Readonly<{
  severity?: string | undefined
  service?: string | undefined
  state?: string | undefined
}>

// Alerts of both halves, one part each. Silence of the rules counts only while all of them are evaluated, and
// silence under a filter only when something is known by that service or severity.
export const serveAlertsActiveList = serve(
  alertsActiveList,
  async (client: PrometheusClient, input, context) => {
    const halves = await askHalves(client, context)
    const all = mergeAlerts(client, halves)
    const wanted = all
      .filter((row) => input.severity === undefined || row.severity === input.severity)
      .filter((row) => input.service === undefined || namesService(client, row.labels, input.service))
      .filter((row) => input.state === undefined || row.state === input.state)
    const { rows, page } = pageBy(wanted, (row) => `${row.name} ${row.id}`, input)
    const source = [
      ...(halves.manager === undefined ? [] : ['alertmanager']),
      ...(halves.rules === undefined ? [] : ['prometheus']),
    ]
    const doubt = await findFilterGap(client, { filter: input, all, halves, context })
    const counted = { wanted, doubt: doubt.why, page, now: context.clock.now() }
    const parts = [...toReadParts(client, halves, counted), ...halves.failed, ...doubt.failed]
    const warnings = halves.rules?.warnings ?? []
    return partialOf(
      { alerts: [...rows], source, total: wanted.length },
      parts,
      warnings.length === 0 ? {} : { warnings },
    )
  },
)

type Counted = Readonly<{
  wanted: readonly AlertRow[]
  doubt: string | undefined
  page: Readonly<{ total: number; cursor?: string }>
  now: number
}>

function toReadParts(client: PrometheusClient, halves: AlertHalves, counted: Counted): Part[] {
  const { wanted, doubt, page, now } = counted
  const as_of = toRfc3339(now)
  const parts: Part[] = []
  if (halves.manager !== undefined) {
    const scope = toHalfScope(client, 'alertmanager')
    const items = wanted.filter((row) => row.seen_in.includes('alertmanager')).length
    const why = findManagerGap(halves) ?? (items === 0 ? doubt : undefined)
    if (why !== undefined) parts.push({ scope, state: 'unproven', items, as_of, why })
    else if (items > 0) parts.push({ scope, state: 'read', items, as_of, ...page })
    else parts.push({ scope, state: 'empty', items: 0, as_of, proof: 'enumerated' })
  }
  if (halves.rules === undefined) return parts
  const scope = toHalfScope(client, 'prometheus')
  const gap = findEvaluatorGap(halves.rules.data, now)
  const items = wanted.filter((row) => row.seen_in.includes('prometheus')).length
  const why = gap ?? (items === 0 ? doubt : undefined)
  if (halves.rules.partial)
    parts.push({ scope, state: 'truncated', cap: 'by_source', at_least: items, as_of })
  else if (why !== undefined) parts.push({ scope, state: 'unproven', items, as_of, why })
  else if (items > 0) parts.push({ scope, state: 'read', items, as_of, ...page })
  else parts.push({ scope, state: 'empty', items: 0, as_of, proof: 'existence_checked' })
  return parts
}

type Gap = Readonly<{ why: string | undefined; failed: readonly Part[] }>

// Why nothing under these filters would prove nothing: a misspelt service or severity finds no alert either.
async function findFilterGap(
  client: PrometheusClient,
  asked: Readonly<{ filter: Filter; all: readonly AlertRow[]; halves: AlertHalves; context: CallContext }>,
): Promise<Gap> {
  const { filter, all, halves, context } = asked
  const nothing: Gap = { why: undefined, failed: [] }
  if (halves.manager === undefined && halves.rules === undefined) return nothing
  if (filter.state === 'no_data') return { ...nothing, why: 'state_not_told' }
  if (filter.severity !== undefined) {
    const ruled = (halves.rules?.data ?? []).some((rule) => rule.labels.severity === filter.severity)
    const seen = all.some((row) => row.severity === filter.severity)
    if (!ruled && !seen) return { ...nothing, why: 'severity_unknown' }
  }
  const { service } = filter
  if (service === undefined || all.some((row) => namesService(client, row.labels, service))) return nothing
  const now = context.clock.now()
  const window = { from: now - 3_600_000, to: now }
  const scope = { ...toScope(client), half: 'services' }
  const { value, failed } = await askPart(scope, () => findService(client, service, { window, context }))
  if (failed !== undefined) return { why: 'service_unknown', failed: [failed] }
  return value === undefined || value.length === 0 ? { ...nothing, why: 'service_unknown' } : nothing
}
