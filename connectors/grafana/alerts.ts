import { askHalf } from '@vedette/connectors/kit'
import type { CallContext } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import { managerAlerts } from './answers.ts'
import type { GrafanaClient } from './client.ts'
import { askRules, type Rule, type Rules, toState, toTime } from './rules.ts'

type State = 'firing' | 'pending' | 'silenced' | 'inhibited' | 'no_data'
export type AlertRow = Readonly<{
  id: string
  name: string
  state: State
  severity: string | null
  since: string | null
  labels: Record<string, string>
  annotations: Record<string, string>
  silenced_by: string[] | null
  inhibited_by: string[] | null
  receivers: string[] | null
  delivered: boolean | null
  seen_in: string[]
  url: null
}>

export type Alerts = Readonly<{
  rows: readonly (AlertRow & Readonly<{ rule: Rule | undefined }>)[]
  // Alerts in a state that is not known, which stand in no row.
  unknown: number
  told: Rules
  failed: readonly Part[]
}>

// Alerts as the rules show them, joined with Grafana's Alertmanager, which knows silences and receivers. What only the
// Alertmanager has, such as alerts of other senders, is a row of its own.
export async function askAlerts(client: GrafanaClient, context: CallContext): Promise<Alerts> {
  const told = await askRules(client, context)
  const half = await askHalf({ half: 'alertmanager' }, () =>
    client.ask({
      path: ['alertmanager', 'grafana', 'api', 'v2', 'alerts'],
      schema: managerAlerts,
      needs: 'alert.instances:read',
      context,
    }),
  )
  const held = new Map((half.value ?? []).map((one) => [keyOf(one.labels), one]))
  const rows: (AlertRow & { rule: Rule | undefined })[] = []
  let unknown = 0
  for (const rule of told.rules)
    for (const alert of rule.alerts ?? []) {
      const state = toState(alert.state)
      if (state === 'inactive') continue
      if (state === undefined) {
        unknown++
        continue
      }
      const key = keyOf(alert.labels)
      const manager = held.get(key)
      held.delete(key)
      const knows = half.value !== undefined
      rows.push({
        rule,
        ...toBase(key, alert.labels, state, manager?.status),
        annotations: alert.annotations,
        since: toTime(alert.activeAt),
        silenced_by: manager?.status.silencedBy ?? (knows ? [] : null),
        inhibited_by: manager?.status.inhibitedBy ?? (knows ? [] : null),
        receivers: manager?.receivers.map(({ name }) => name) ?? (knows ? [] : null),
        delivered: knows ? manager !== undefined : null,
        seen_in: manager === undefined ? ['rules'] : ['rules', 'alertmanager'],
      })
    }
  for (const [key, { labels, status, receivers }] of held)
    rows.push({
      rule: undefined,
      ...toBase(key, labels, 'firing', status),
      ...{ annotations: {}, since: null, delivered: true, seen_in: ['alertmanager'] },
      ...{ silenced_by: status.silencedBy, inhibited_by: status.inhibitedBy },
      receivers: receivers.map(({ name }) => name),
    })
  return { rows, unknown, told, failed: half.failed }
}

function toBase(
  key: string,
  labels: Record<string, string>,
  state: State,
  status: Readonly<{ silencedBy: readonly string[]; inhibitedBy: readonly string[] }> | undefined,
) {
  const isSilenced = (status?.silencedBy.length ?? 0) > 0
  const isInhibited = (status?.inhibitedBy.length ?? 0) > 0
  return {
    id: Buffer.from(key).toString('base64url').slice(0, 200) + hash(key),
    name: labels.alertname ?? '',
    state: isSilenced ? ('silenced' as const) : isInhibited ? ('inhibited' as const) : state,
    severity: labels.severity ?? null,
    labels,
    url: null,
  }
}

// Labels that Grafana adds for itself differ between its halves.
function keyOf(labels: Readonly<Record<string, string>>): string {
  const own = Object.entries(labels).filter(([name]) => !/^__.*__$|^grafana_folder$/.test(name))
  return JSON.stringify(own.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

// FNV-1a: tells ids apart whose beginning is the same.
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value.toString(16).padStart(8, '0')
}
