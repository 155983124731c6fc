import type { CallContext } from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import { type ManagerAlert, managerAlerts } from './answers.ts'
import type { PrometheusClient, Told } from './client.ts'
import { fingerprint } from './fingerprint.ts'
import { meetsAll } from './matching.ts'
import { askPart, toScope } from './reading.ts'
import { ACTIVE, askRules, type GroupedRule } from './rules.ts'

type Labels = Record<string, string>
export type AlertRow = {
  id: string
  name: string
  state: 'firing' | 'pending' | 'silenced' | 'inhibited'
  severity: string | null
  since: string | null
  labels: Labels
  annotations: Labels
  silenced_by: string[] | null
  inhibited_by: string[] | null
  receivers: string[] | null
  delivered: boolean | null
  seen_in: string[]
  url: string | null
}

// What both halves said: `undefined` is a half that failed or is not configured, `failed` the words of those that did.
export type AlertHalves = Readonly<{
  rules: Told<readonly GroupedRule[]> | undefined
  manager: readonly ManagerAlert[] | undefined
  failed: readonly Part[]
}>

// The scope of the half that evaluates rules, and of the one that notifies.
export function toHalfScope(client: PrometheusClient, half: 'prometheus' | 'alertmanager'): Scope {
  return { ...toScope(client), half }
}

// Asks Prometheus for its rules with their alerts, and Alertmanager, where configured, for what it holds.
export async function askHalves(client: PrometheusClient, context: CallContext): Promise<AlertHalves> {
  const { askManager } = client
  const [rules, manager] = await Promise.all([
    askPart(toHalfScope(client, 'prometheus'), () => askRules(client, 'alert', context)),
    askManager === undefined
      ? undefined
      : askPart(toHalfScope(client, 'alertmanager'), () =>
          askManager({ path: ['api', 'v2', 'alerts'], schema: managerAlerts, context }),
        ),
  ])
  const failed = [rules.failed, manager?.failed].filter((part) => part !== undefined)
  return { rules: rules.value, manager: manager?.value, failed }
}

// One row per alert: Alertmanager's word on silence and delivery, and beside it what only the rules know.
export function mergeAlerts(client: PrometheusClient, { rules, manager }: AlertHalves): readonly AlertRow[] {
  const evaluated = (rules?.data ?? []).flatMap((rule) => toRuleAlerts(rule))
  const held = manager?.filter(tellsManagerState).map(toManagerRow)
  const isHeldWhole = manager !== undefined && held?.length === manager.length
  const byName = Map.groupBy(evaluated, (row) => row.name)
  const matched = new Set<AlertRow>()
  for (const row of held ?? []) {
    // On the way to Alertmanager labels are added (external labels), seldom taken away.
    const same = (byName.get(row.name) ?? []).filter((one) => isWithin(one.labels, row.labels))
    for (const one of same) matched.add(one)
    if (same.length > 0) row.seen_in.push('prometheus')
  }
  const unheld = evaluated
    .filter((row) => !matched.has(row))
    .map((row) => ({ ...row, delivered: !isHeldWhole || row.state === 'pending' ? null : false }))
  return countOnce([...(held ?? []), ...unheld]).filter((row) => meetsAll(row.labels, client.enforced))
}

// Why the notifying half's list is not the whole of what it holds: an alert in a state that nobody knows is neither
// firing nor quiet, and is left out.
export function findManagerGap({ manager }: AlertHalves): string | undefined {
  return manager === undefined || manager.every(tellsManagerState) ? undefined : 'alert_state_unknown'
}

const MANAGER_STATES: ReadonlySet<string> = new Set(['active', 'suppressed', 'unprocessed'])

function tellsManagerState({ status }: ManagerAlert): boolean {
  return MANAGER_STATES.has(status.state)
}

// Loudest first.
const LOUDNESS: readonly AlertRow['state'][] = Object.freeze(['firing', 'pending', 'silenced', 'inhibited'])

// One row for each fingerprint, in the loudest of the states that it was told in.
function countOnce(rows: readonly AlertRow[]): readonly AlertRow[] {
  const byId = Map.groupBy(rows, (row) => row.id)
  return [...byId.values()].flatMap((same) => {
    const [loudest] = same.toSorted((a, b) => LOUDNESS.indexOf(a.state) - LOUDNESS.indexOf(b.state))
    const seen_in = [...new Set(same.flatMap((row) => row.seen_in))]
    return loudest === undefined ? [] : [same.length === 1 ? loudest : { ...loudest, seen_in }]
  })
}

// The alerts that one rule has active; those in a state that nobody knows are left out, and a gap of the rule.
export function toRuleAlerts(rule: GroupedRule): AlertRow[] {
  return (rule.alerts ?? []).flatMap((alert) => {
    const state = ACTIVE.find((one) => one === alert.state)
    if (state === undefined) return []
    const labels: Labels = { alertname: rule.name, ...alert.labels }
    const row: AlertRow = {
      id: fingerprint(labels),
      name: rule.name,
      state,
      severity: labels.severity ?? null,
      since: alert.activeAt === '' ? null : alert.activeAt,
      labels,
      annotations: alert.annotations,
      silenced_by: null,
      inhibited_by: null,
      receivers: null,
      delivered: null,
      seen_in: ['prometheus'],
      url: null,
    }
    return [row]
  })
}

function toManagerRow(alert: ManagerAlert): AlertRow {
  const { status, labels } = alert
  const quiet =
    status.silencedBy.length > 0 ? 'silenced' : status.inhibitedBy.length > 0 ? 'inhibited' : undefined
  return {
    id: alert.fingerprint,
    name: labels.alertname ?? '',
    state: quiet ?? 'firing',
    severity: labels.severity ?? null,
    since: alert.startsAt === '' ? null : alert.startsAt,
    labels,
    annotations: alert.annotations,
    silenced_by: status.silencedBy,
    inhibited_by: status.inhibitedBy,
    receivers: alert.receivers.map((one) => one.name),
    delivered: true,
    seen_in: ['alertmanager'],
    url: /^https?:\/\//.test(alert.generatorURL) ? alert.generatorURL : null,
  }
}

function isWithin(some: Labels, all: Labels): boolean {
  return Object.entries(some).every(([name, value]) => all[name] === value)
}
