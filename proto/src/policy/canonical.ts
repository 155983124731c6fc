import { foldName, foldOperation } from './names.ts'
import { type DenyRule, NARROWINGS } from './rules.ts'

// What a rule denies, whatever its id: equal for rules that the matcher cannot tell apart.
export function ruleKey(rule: Omit<DenyRule, 'id'>): string {
  return JSON.stringify([foldOperation(rule.deny), ...NARROWINGS.map((field) => foldField(rule[field]))])
}

// The JSON text whose SHA-256 is the policy hash: NFC, keys in one order, sorted, each rule once.
export function canonicalRules(rules: readonly DenyRule[]): string {
  const texts = rules.map((rule) => {
    const fields = (['id', 'deny', ...NARROWINGS] as const).flatMap((field) => {
      const value = rule[field]
      return value === undefined ? [] : [[field, value.normalize('NFC')] as const]
    })
    return JSON.stringify(Object.fromEntries(fields))
  })
  return `[${[...new Set(texts)].sort().join(',')}]`
}

// What is enforced: the local list and whatever the remote one adds. A rule in both keeps its local id, and nothing
// in the remote list can take a local rule away.
export function effectiveRules(local: readonly DenyRule[], remote: readonly DenyRule[]): readonly DenyRule[] {
  const known = new Set(local.map(ruleKey))
  return Object.freeze([...local, ...remote.filter((rule) => !known.has(ruleKey(rule)))])
}

// A stable id for a rule that was given none: it depends on what the rule denies, and does not show it.
export function toRuleId(rule: Omit<DenyRule, 'id'>): string {
  // FNV-1a over 64 bits: a published, short hash; nothing secret depends on it.
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(ruleKey(rule)))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return `rule-${hash.toString(16).padStart(16, '0')}`
}

function foldField(value: string | undefined): string | null {
  return value === undefined ? null : foldName(value)
}
