import { findOperation, toTypedOperation } from '@vedette/proto/operations'
import {
  type DeniedPart,
  type DenyRule,
  type DenySubject,
  foldName,
  foldOperation,
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
  // Whether the operation leaves denied namespaces out of its answer by itself.
  leavesOutNamespaces: boolean
}>

// What policy says of a call: free, refused with the parts that say why, or to be run without some namespaces, whose
// parts stand in the answer.
export type DenialHere =
  | Readonly<{ kind: 'free' }>
  | Readonly<{ kind: 'refused'; parts: readonly Part[] }>
  | Readonly<{ kind: 'narrowed'; without: Exclusion; parts: readonly Part[] }>

// Namespaces that must not be in an answer, under any spelling.
export type Exclusion = Readonly<{ has(namespace: string): boolean }>

type KnownNames = Readonly<Record<Narrowing, readonly string[]>>

const ACCOUNT_KEYS = ['account', 'project', 'tenant', 'subscription']

// More namespaces than this are not left out one by one: the question is refused whole.
const MOST_LEFT_OUT = 500

// Judges a call by the rules. A rule that is narrowed to a part of the question takes that part out where the operation
// can leave it out, and refuses the question whole, naming the part, where it cannot.
export function findDenied(rules: readonly DenyRule[], touched: Touched): DenialHere {
  const known = toKnownNames(touched)
  const operation = toOperationNames(touched)
  const denials = rules.map((rule) => matchDenial([rule], { operation, ...toComparable(rule, known) }))
  const whole = denials.find((denial) => denial.denied === 'all')
  if (whole?.denied === 'all')
    return { kind: 'refused', parts: [{ scope: {}, state: 'denied_by_policy', rule: whole.rule }] }
  const denied = denials.flatMap((denial) => (denial.denied === 'part' ? denial.parts : []))
  if (denied.length === 0) return { kind: 'free' }
  const namespaces = toNamespaces(denied)
  if (!touched.leavesOutNamespaces || namespaces === null || namespaces.size > MOST_LEFT_OUT)
    return { kind: 'refused', parts: denied.map(toPart) }
  const parts = [...namespaces.values()].map(toPart)
  return { kind: 'narrowed', without: { has: (name) => namespaces.has(foldName(name)) }, parts }
}

// One denial for each namespace by its folded name; null when a denial is about something else than a namespace.
function toNamespaces(denied: readonly DeniedPart[]): ReadonlyMap<string, DeniedPart> | null {
  const byName = new Map<string, DeniedPart>()
  for (const { rule, scope } of denied) {
    const { namespace } = scope
    if (namespace === undefined) return null
    const name = foldName(namespace)
    // Where else the rule is narrowed to may not be known here: without the namespace it is kept either way.
    if (!byName.has(name)) byName.set(name, { rule, scope: { namespace } })
  }
  return byName
}

function toPart({ rule, scope }: DeniedPart): Part {
  const named = Object.entries(scope).filter(([, value]) => value !== undefined)
  return { scope: Object.fromEntries(named), state: 'denied_by_policy', rule }
}

function toKnownNames({ operation, arguments: args, connector, scopes, labels }: Touched): KnownNames {
  const collect = (keys: readonly string[]) =>
    scopes.flatMap((scope) => keys.flatMap((key) => scope[key] ?? []))
  const label = (key: string) => labels[key] ?? []
  return {
    connector,
    cluster: [collect(['cluster', 'cluster_uid', 'cluster_name']), label('cluster')].flat(),
    account: [collect(ACCOUNT_KEYS), label('account')].flat(),
    namespace: isRawQuery(operation, args) ? [] : toNames(args.namespace),
  }
}

// A query in the backend's own language says itself what it reads: a namespace beside it limits nothing.
function isRawQuery(operation: string, args: Touched['arguments']): boolean {
  const dialect = findOperation(operation)?.dialect
  return dialect !== undefined && args[dialect.argument] !== undefined
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
  const generic = foldOperation(operation)
  const [family, noun, verb] = generic.split('.')
  if (noun !== 'resources') return [operation]
  const kinds = [args.kind, args.resource].flatMap(toNames).map(foldName)
  return [
    operation,
    ...kinds.flatMap((kind) => toTypedOperation(generic, kind) ?? []),
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
