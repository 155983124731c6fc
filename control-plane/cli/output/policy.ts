import { type DenyRule, NARROWINGS, ruleKey } from '@vedette/proto/policy'
import type { PolicyHistory, PolicyOverview, PolicyTestResult } from '../../src/http/api-types.ts'
import { toPlain, toTable } from './table.ts'

// The applied list, the draft and the agents, for a terminal.
export function toOverviewText({ applied, draft, agents }: PolicyOverview): string {
  const head =
    applied === null
      ? 'no list was ever applied: each agent enforces its own alone\n'
      : `version ${applied.version}, applied ${applied.applied_at} by ${applied.applied_by}, ${applied.hash}\n`
  const rows = agents.map((one) => [
    one.name,
    one.status,
    one.reason ?? '',
    one.detail ?? '',
    String(one.remote_version ?? '-'),
    one.effective_hash?.slice(0, 12) ?? '-',
  ])
  return [
    toPlain(head.trimEnd()),
    '\n',
    ...(applied?.rules ?? []).map((rule) => `  ${toPlain(toRuleText(rule))}\n`),
    draft === null ? 'no draft\n' : toPlain(`draft of ${draft.edited_at} by ${draft.edited_by}`),
    ...(draft === null ? [] : ['\n', ...draft.rules.map((rule) => `  ${toPlain(toRuleText(rule))}\n`)]),
    '\n',
    toTable(['AGENT', 'STATUS', 'REASON', 'DETAIL', 'VERSION', 'EFFECTIVE'], rows),
  ].join('')
}

// What a check found, the worst first.
export function toTestText({ unknown, failed, assertions, effect, hash, rules }: PolicyTestResult): string {
  const { disappears, returns, narrowed, tools, not_known } = effect
  const failures = failed.map((one) => `does not hold: ${toPlain(JSON.stringify(one))}\n`)
  const unknowns = unknown.map(
    (one) =>
      `unknown here, kept: ${toPlain(one.operation)}${one.nearest.length === 0 ? '' : `; nearest: ${one.nearest.join(', ')}`}\n`,
  )
  const changes = [
    ...disappears.map((one) => ['disappears', one.name, one.instance, one.operation, one.rule]),
    ...narrowed.map((one) => [
      'narrowed',
      one.name,
      one.instance,
      one.operation,
      `${one.rule} ${toScopeText(one.scope)}`,
    ]),
    ...returns.map((one) => ['returns', one.name, one.instance, one.operation, one.rule]),
  ]
  return [
    ...failures,
    ...unknowns,
    ...not_known.map((one) => `not known: what ${toPlain(one.name)} would lose; it has not reported\n`),
    changes.length === 0
      ? 'nothing that agents report would change\n'
      : toTable(['CHANGE', 'AGENT', 'INSTANCE', 'OPERATION', 'RULE'], changes),
    ...tools.disappear.map((name) => `tool gone: ${name}\n`),
    ...tools.return.map((name) => `tool back: ${name}\n`),
    `${rules.length} rules, ${assertions.length - failed.length} of ${assertions.length} assertions hold, ${hash}\n`,
  ].join('')
}

// Versions, newest first.
export function toHistoryText({ versions }: PolicyHistory): string {
  const rows = versions.map((one) => [
    String(one.version),
    one.applied_at,
    one.applied_by,
    String(one.rules.length),
    one.copy_of === null ? '' : `as ${one.copy_of}`,
    one.hash.slice(0, 12),
    one.note,
  ])
  return toTable(['VERSION', 'APPLIED', 'BY', 'RULES', '', 'HASH', 'NOTE'], rows)
}

// Rules that come (`+`) and go (`-`), by what they deny.
export function toRulesDiff(
  before: readonly DenyRule[],
  after: readonly DenyRule[],
): readonly Readonly<{ sign: '+' | '-'; text: string }>[] {
  const [old, fresh] = [new Set(before.map(ruleKey)), new Set(after.map(ruleKey))]
  return [
    ...before
      .filter((rule) => !fresh.has(ruleKey(rule)))
      .map((rule) => ({ sign: '-' as const, text: toRuleText(rule) })),
    ...after
      .filter((rule) => !old.has(ruleKey(rule)))
      .map((rule) => ({ sign: '+' as const, text: toRuleText(rule) })),
  ]
}

function toRuleText(rule: DenyRule): string {
  const scope = Object.fromEntries(
    NARROWINGS.flatMap((key) => (rule[key] === undefined ? [] : [[key, rule[key]]])),
  )
  return [rule.deny, toScopeText(scope), `(${rule.id})`].filter((text) => text !== '').join(' ')
}

function toScopeText(scope: Readonly<Record<string, string>>): string {
  const named = Object.entries(scope).map(([key, value]) => `${key} ${value}`)
  return named.length === 0 ? '' : `in ${named.join(', ')}`
}
