import type { Evidence } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import { type RuleAnswer, rulesAnswer } from './answers.ts'
import type { GrafanaClient } from './client.ts'

export type Rule = RuleAnswer & Readonly<{ id: string; folder: string; group: string; interval: number }>
export type Rules = Readonly<{ rules: readonly Rule[]; isCut: boolean }>

const MAX_PAGES = 20
// A rule that was not evaluated for this many of its intervals is late.
const LATE_INTERVALS = 3

// Alert rules that Grafana itself evaluates, with their alerts, read to the end.
export async function askRules(client: GrafanaClient, context: CallContext): Promise<Rules> {
  const rules: Rule[] = []
  let token: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data } = await client.ask({
      path: ['prometheus', 'grafana', 'api', 'v1', 'rules'],
      ...(token === undefined ? {} : { query: { group_next_token: token } }),
      schema: rulesAnswer,
      needs: 'alert.rules:read',
      context,
    })
    for (const group of data.groups)
      for (const rule of group.rules)
        if (rule.type === 'alerting')
          rules.push({
            ...rule,
            id: rule.uid ?? JSON.stringify([group.file, group.name, rule.name]),
            folder: group.file,
            group: group.name,
            interval: group.interval ?? 60,
          })
    const next = data.groupNextToken ?? ''
    if (next === '') return { rules, isCut: false }
    if (next === token) throw new SourceError('unusable', { why: 'malformed' })
    token = next
  }
  return { rules, isCut: true }
}

const STATES = Object.freeze({
  firing: 'firing',
  alerting: 'firing',
  recovering: 'firing',
  pending: 'pending',
  inactive: 'inactive',
  normal: 'inactive',
  nodata: 'no_data',
  error: 'no_data',
} as const)

// A rule's or alert's state in our words; a word that is not known is no state.
export function toState(word: string | null | undefined): (typeof STATES)[keyof typeof STATES] | undefined {
  const key = (word ?? '').toLowerCase().replace(/\s*\(.*\)$/, '')
  return Object.entries(STATES).find(([name]) => name === key)?.[1]
}

type Health = 'ok' | 'error' | 'no_data' | 'paused' | 'unknown'

// Whether a rule is evaluated: one that is late is unknown, whatever its last evaluation said.
export function toHealth(rule: Rule, now: number): Health {
  if (rule.isPaused === true) return 'paused'
  const word = rule.health.toLowerCase()
  if (word === 'error') return 'error'
  if (word === 'nodata') return 'no_data'
  const evaluated = Date.parse(rule.lastEvaluation ?? '')
  const isLate = !(now - evaluated <= LATE_INTERVALS * Math.max(rule.interval, 20) * 1000)
  return word !== 'ok' || isLate ? 'unknown' : 'ok'
}

// A rule as the vendor-neutral row.
export function toAlertRule(rule: Rule, now: number) {
  const { id, name, folder, group, query, labels, annotations, alerts } = rule
  return {
    ...{ id, name, folder, group, query, labels, annotations },
    state: toState(rule.state) ?? ('unknown' as const),
    health: toHealth(rule, now),
    error: rule.lastError || null,
    severity: labels.severity ?? null,
    for_seconds: rule.duration ?? null,
    active: alerts?.filter(({ state }) => toState(state) !== 'inactive').length ?? null,
    evaluated_at: toTime(rule.lastEvaluation),
    url: null,
  }
}

// An instant of Grafana; its zero time is none.
export function toTime(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? '')
  return Number.isNaN(ms) || ms <= 0 ? null : new Date(ms).toISOString().replace('.000Z', 'Z')
}

// What stands behind no alert: every rule is seen, tells its alerts and is evaluated without error and on time.
export function proveQuiet({ rules, isCut }: Rules, hidden: string | undefined, now: number): Evidence {
  if (hidden !== undefined) return { unproven: hidden }
  if (isCut) return { unproven: 'rules_cut' }
  if (rules.length === 0) return { unproven: 'no_rules' }
  if (rules.some(({ alerts }) => alerts == null)) return { unproven: 'alerts_of_a_rule_not_told' }
  if (rules.some((rule) => toHealth(rule, now) !== 'ok')) return { unproven: 'rule_not_healthy' }
  return { proof: 'enumerated' }
}
