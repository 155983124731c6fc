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

// Whether a rule says anything about now: evaluated without error, and within three intervals (at least two minutes).
export function isSound(rule: GroupedRule, now: number): boolean {
  const at = toEvaluatedAt(rule)
  if (toHealth(rule) !== 'ok' || at === null) return false
  return now - Date.parse(at) <= Math.max(LATE_FACTOR * rule.interval * 1000, LATE_FLOOR_MS)
}

// Whether a rule's word on its state can be believed: one that we know, and its list of alerts says the same.
function tellsState({ state, alerts }: RuleAnswer): boolean {
  if (alerts === undefined || alerts === null) return false
  if (!STATES.some((one) => one === state)) return false
  return (state !== 'inactive') === alerts.length > 0
}

// Why silence of these alerting rules would prove nothing; undefined when it would.
export function findEvaluatorGap(rules: readonly GroupedRule[], now: number): string | undefined {
  if (rules.length === 0) return 'no_alert_rules'
  if (!rules.every((rule) => isSound(rule, now))) return 'rules_not_evaluated'
  return rules.every(tellsState) ? undefined : 'rule_state_unknown'
}
