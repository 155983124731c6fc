import { coversOperation, foldName, foldOperation } from './names.ts'
import {
  type DenyRule,
  type DenySubject,
  isNarrowed,
  NARROWINGS,
  type Names,
  type Narrowing,
} from './rules.ts'

// A scope that a narrowed rule takes out of a wider question.
export type DeniedPart = Readonly<{ rule: string; scope: Readonly<Partial<Record<Narrowing, string>>> }>

// What policy says of a call: refused whole, refused for some scopes (leave them out, or refuse it whole), or free.
export type Denial =
  | Readonly<{ denied: 'all'; rule: string }>
  | Readonly<{ denied: 'part'; parts: readonly DeniedPart[] }>
  | Readonly<{ denied: false }>

// Matches a call against the rules; deny wins. Names match in any case, Unicode form or alias of a tool's name. A
// field that the subject leaves out counts as wider than any rule, so a forgotten field never frees a call.
export function matchDenial(rules: readonly DenyRule[], subject: DenySubject): Denial {
  const operations = toNames(subject.operation).map(foldOperation)
  const parts: DeniedPart[] = []
  for (const rule of [...rules].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const pattern = foldOperation(rule.deny)
    if (!operations.some((operation) => coversOperation(pattern, operation))) continue
    const left = leftOver(rule, subject)
    if (left === null) continue
    if (Object.keys(left).length === 0) return Object.freeze({ denied: 'all', rule: rule.id })
    parts.push(Object.freeze({ rule: rule.id, scope: Object.freeze(left) }))
  }
  return parts.length === 0 ? Object.freeze({ denied: false }) : Object.freeze({ denied: 'part', parts })
}

// The ids that policy takes away whole, each with the first rule that does; narrowed rules hide nothing.
export function deniedOperations(
  rules: readonly DenyRule[],
  ids: readonly string[],
): readonly Readonly<{ id: string; rule: string }>[] {
  const whole = rules.filter((rule) => !isNarrowed(rule))
  return ids.flatMap((id) => {
    const denial = matchDenial(whole, { operation: id })
    return denial.denied === 'all' ? [{ id, rule: denial.rule }] : []
  })
}

// The rule's narrowings that the subject does not answer: none when it is hit whole, null when it is not hit.
function leftOver(rule: DenyRule, subject: DenySubject): Partial<Record<Narrowing, string>> | null {
  const left: Partial<Record<Narrowing, string>> = {}
  for (const field of NARROWINGS) {
    const wanted = rule[field]
    if (wanted === undefined) continue
    const names = subject[field]
    if (names === undefined || names.length === 0) left[field] = wanted
    else if (!toNames(names).some((name) => foldName(name) === foldName(wanted))) return null
  }
  return left
}

function toNames(names: Names): readonly string[] {
  return typeof names === 'string' ? [names] : names
}
