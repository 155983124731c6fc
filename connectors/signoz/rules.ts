import type { CallContext } from '@vedette/proto/connector'
import { type RuleAnswer, rulesAnswer } from './answers.ts'
import type { SignozClient } from './client.ts'

const STATES = Object.freeze({
  firing: 'firing',
  recovering: 'firing',
  pending: 'pending',
  inactive: 'inactive',
  nodata: 'no_data',
} as const)

// Every rule; SigNoz gives the list whole.
export async function askRules(client: SignozClient, context: CallContext): Promise<readonly RuleAnswer[]> {
  return (await client.ask({ path: ['v1', 'rules'], schema: rulesAnswer, context })).data.rules
}

// A rule as the vendor-neutral row. SigNoz does not tell whether a rule is evaluated without error, so one that runs is
// `unknown`, never ok.
export function toAlertRule(rule: RuleAnswer) {
  const { id, alert, labels, annotations, disabled } = rule
  const word = (rule.state ?? '').toLowerCase()
  const state = Object.entries(STATES).find(([name]) => name === word)?.[1] ?? ('unknown' as const)
  const isPaused = disabled === true || word === 'disabled'
  return {
    ...{ id, name: alert, folder: null, group: null, query: '', labels, annotations, state },
    health: isPaused
      ? ('paused' as const)
      : state === 'no_data'
        ? ('no_data' as const)
        : ('unknown' as const),
    ...{ error: null, severity: labels.severity ?? null, for_seconds: null, active: null },
    ...{ evaluated_at: null, url: null },
  }
}
