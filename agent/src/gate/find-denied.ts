import { toTypedOperation } from '@vedette/proto/operations'
import {
  type Denial,
  type DenyRule,
  type DenySubject,
  matchDenial,
  type Narrowing,
} from '@vedette/proto/policy'
import type { Part, Scope } from '@vedette/proto/visibility'

// What a call would touch, with every name that the agent knows for it.
export type Touched = Readonly<{
  operation: string
  arguments: Readonly<Record<string, unknown>>
  // The instance's name and its connector's id.
  connector: readonly string[]
  // The scopes that the last probe proved.
  scopes: readonly Scope[]
  labels: Readonly<Record<string, string>>
}>

type KnownNames = Readonly<Record<Narrowing, readonly string[]>>

const ACCOUNT_KEYS = ['account', 'project', 'tenant', 'subscription']

// The parts that policy refuses, or null when the call is free. A rule that is narrowed to a part of the question
// refuses it whole, naming that part: no operation can leave it out.
export function findDenied(rules: readonly DenyRule[], touched: Touched): readonly Part[] | null {
  const known = toKnownNames(touched)
  const operation = toOperationNames(touched)
  const denials = rules.map((rule) => matchDenial([rule], { operation, ...toComparable(rule, known) }))
  const whole = denials.find((denial) => denial.denied === 'all')
  if (whole?.denied === 'all') return [{ scope: {}, state: 'denied_by_policy', rule: whole.rule }]
  const parts = denials.flatMap(toDeniedParts)
  return parts.length === 0 ? null : parts
}

function toDeniedParts(denial: Denial): readonly Part[] {
  if (denial.denied !== 'part') return []
  return denial.parts.map(({ rule, scope }): Part => {
    const named = Object.entries(scope).filter(([, value]) => value !== undefined)
    return { scope: Object.fromEntries(named), state: 'denied_by_policy', rule }
  })
}

function toKnownNames({ arguments: args, connector, scopes, labels }: Touched): KnownNames {
  const collect = (keys: readonly string[]) =>
    scopes.flatMap((scope) => keys.flatMap((key) => scope[key] ?? []))
  const label = (key: string) => labels[key] ?? []
  return {
    connector,
    cluster: [collect(['cluster', 'cluster_uid', 'cluster_name']), label('cluster')].flat(),
    account: [collect(ACCOUNT_KEYS), label('account')].flat(),
    namespace: toNames(args.namespace),
  }
}

// The names that can tell whether a rule is about something else. A rule that says an alias where only ids are known
// (or the other way round) cannot be told apart, so the field stays out and the rule counts as hit.
function toComparable(rule: DenyRule, known: KnownNames): Omit<DenySubject, 'operation'> {
  const fields = Object.entries(known).filter(([field, names]) => {
    const wanted = rule[field as Narrowing] // keys of KnownNames
    if (wanted === undefined || names.length === 0) return false
    if (field === 'connector' || field === 'namespace') return true
    return names.some((name) => isOpaque(name) === isOpaque(wanted))
  })
  return Object.fromEntries(fields)
}

// An id that no person chose: a UUID or a long number.
function isOpaque(name: string): boolean {
  return /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|^\d{10,}$/i.test(name.trim())
}

// A generic operation is matched by its own id and as the typed operation of its kind (`Pod` -> `k8s.pods.get`).
function toOperationNames({ operation, arguments: args }: Touched): readonly string[] {
  const [family, noun, verb] = operation.split('.')
  if (noun !== 'resources') return [operation]
  const kinds = [args.kind, args.resource].flatMap(toNames)
  return [
    operation,
    ...kinds.flatMap((kind) => toTypedOperation(operation, kind) ?? []),
    ...kinds.flatMap((kind) => toPlurals(kind).map((plural) => `${family}.${plural}.${verb}`)),
  ]
}

function toPlurals(kind: string): readonly string[] {
  const word = kind.toLowerCase()
  return [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
}

function toNames(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
