import { ACTIVE, type GroupedRule, isSound, toEvaluatedAt, toHealth, toRuleState } from './rules.ts'

// A rule as the vendor-neutral row; a rule that is late is `unknown`, whatever its last evaluation said.
export function toAlertRule(rule: GroupedRule, now: number) {
  const health = toHealth(rule)
  return {
    id: rule.id,
    name: rule.name,
    folder: rule.file === '' ? null : rule.file,
    group: rule.group,
    query: rule.query,
    state: toRuleState(rule),
    health: health === 'ok' && !isSound(rule, now) ? ('unknown' as const) : health,
    error: rule.lastError === '' ? null : rule.lastError,
    severity: rule.labels.severity ?? null,
    for_seconds: rule.duration ?? null,
    labels: rule.labels,
    annotations: rule.annotations,
    // Null where the server does not tell them.
    active: rule.alerts?.filter((alert) => ACTIVE.some((one) => one === alert.state)).length ?? null,
    evaluated_at: toEvaluatedAt(rule),
    url: null,
  }
}
