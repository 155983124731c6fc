import type { CallContext } from '@vedette/proto/connector'
import { type RuleAnswer, rulesData } from './answers.ts'
import type { PrometheusClient, Told } from './client.ts'
import { fingerprint, hashTexts } from './fingerprint.ts'

// One rule with the group that evaluates it; `interval` in seconds.
export type GroupedRule = RuleAnswer & Readonly<{ group: string; file: string; interval: number; id: string }>

// Reads all rules, or those of one type.
export async function askRules(
  client: PrometheusClient,
  type: 'alert' | 'record' | undefined,
  context: CallContext,
): Promise<Told<readonly GroupedRule[]>> {
  const told = await client.ask({
    path: ['api', 'v1', 'rules'],
    query: type === undefined ? {} : { type },
    schema: rulesData,
    context,
  })
  const wanted = type === 'alert' ? 'alerting' : type === 'record' ? 'recording' : undefined
  const rules = told.data.groups.flatMap((group) =>
    group.rules
      // Servers that do not know the parameter give both types.
      .filter((rule) => wanted === undefined || rule.type === wanted)
      .map((rule) => ({
        ...rule,
        group: group.name,
        file: group.file,
        interval: group.interval,
        id: toId(group, rule),
      })),
  )
  return { ...told, data: rules, partial: told.partial || (told.data.groupNextToken ?? '') !== '' }
}

function toId(group: Readonly<{ name: string; file: string }>, rule: RuleAnswer): string {
  return `rule-${hashTexts([group.file, group.name, rule.name, rule.query, fingerprint(rule.labels)])}`
}

const HEALTH: Readonly<Record<string, 'ok' | 'error'>> = Object.freeze({
  ok: 'ok',
  err: 'error',
  error: 'error',
})
const FIRST_TIME = '0001-01-01'

// Whether a rule's last evaluation worked; a rule that was never evaluated is `unknown`.
export function toHealth(rule: RuleAnswer): 'ok' | 'error' | 'unknown' {
  return HEALTH[rule.health] ?? 'unknown'
}

// When a rule was last evaluated, or null when it never was.
export function toEvaluatedAt(rule: RuleAnswer): string | null {
  return rule.lastEvaluation === '' || rule.lastEvaluation.startsWith(FIRST_TIME) ? null : rule.lastEvaluation
}

const STATES = ['firing', 'pending', 'inactive'] as const

// An alerting rule's state, `unknown` when the server does not say.
export function toRuleState(rule: RuleAnswer): (typeof STATES)[number] | 'unknown' {
  return STATES.find((state) => state === rule.state) ?? 'unknown'
}

const LATE_FACTOR = 3
const LATE_FLOOR_MS = 120_000
// No interval, however long it is said to be, excuses an older evaluation.
const LATE_CAP_MS = 3_600_000
// How far a server's clock may run ahead of ours.
const AHEAD_MS = 60_000

// Whether a rule says anything about now: evaluated without error, within three intervals (at least two minutes, at
// most an hour), and not in the future by more than a minute.
export function isSound(rule: GroupedRule, now: number): boolean {
  return findRuleGap(rule, now) === undefined
}

function findRuleGap(rule: GroupedRule, now: number): string | undefined {
  const at = toEvaluatedAt(rule)
  if (toHealth(rule) !== 'ok' || at === null) return 'rules_not_evaluated'
  const age = now - Date.parse(at)
  if (age < -AHEAD_MS) return 'evaluation_time_in_future'
  const allowed = Math.min(Math.max(LATE_FACTOR * rule.interval * 1000, LATE_FLOOR_MS), LATE_CAP_MS)
  // Written so that a time or an interval that cannot be read is late.
  return age <= allowed ? undefined : 'rules_not_evaluated'
}

// States in which an alert is active.
export const ACTIVE = Object.freeze(['firing', 'pending'] as const)

// Whether a rule's word on its state can be believed: one that we know, and its list of alerts, each in a state that
// we know, says the same.
function tellsState({ state, alerts }: RuleAnswer): boolean {
  if (alerts === undefined || alerts === null) return false
  if (![state, ...alerts.map((alert) => alert.state)].every((told) => STATES.some((one) => one === told)))
    return false
  return (state !== 'inactive') === alerts.some((alert) => alert.state !== 'inactive')
}

// Why what one rule tells of its own alerts is not all; undefined when it is.
export function findStateGap(rule: RuleAnswer): string | undefined {
  return tellsState(rule) ? undefined : 'rule_state_unknown'
}

// Why silence of these alerting rules would prove nothing; undefined when it would.
export function findEvaluatorGap(rules: readonly GroupedRule[], now: number): string | undefined {
  if (rules.length === 0) return 'no_alert_rules'
  const gap = rules.map((rule) => findRuleGap(rule, now)).find((one) => one !== undefined)
  if (gap !== undefined) return gap
  return rules.every(tellsState) ? undefined : 'rule_state_unknown'
}
