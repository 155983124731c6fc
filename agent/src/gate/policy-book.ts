import { createHash } from 'node:crypto'
import { canonicalRules, type DenyRule, effectiveRules } from '@vedette/proto/policy'
import { type PolicyMessage, type PolicyState, policyMessageSchema } from '@vedette/proto/wire'
import { isSignedBy, type KeyRing } from './signature.ts'

// What became of a pushed policy. `ignored` leaves everything as it was: unsigned, for another process, or older.
export type PolicyOutcome = 'applied' | 'failed' | 'ignored'

export type PolicyBook = Readonly<{
  // The rules that are enforced now: local union remote.
  rules(): readonly DenyRule[]
  effectiveHash(): string
  // Takes a signed policy over its exact bytes. Local rules stay whatever it says.
  apply(bytes: Uint8Array, header: string, facts: PolicyFacts): PolicyOutcome
  // As reports carry it.
  state(): PolicyState
}>

type PolicyFacts = Readonly<{ keys: KeyRing; agent: string; incarnation: string }>

type Remote = Readonly<{ version: number; rules: readonly DenyRule[] }>

// Local and remote rules together that one report can carry.
const MOST_RULES = 1000

// Holds the local denylist for good and the newest remote one; what is enforced is both.
export function createPolicyBook(local: readonly DenyRule[]): PolicyBook {
  const localHash = hashRules(local)
  let remote: Remote = { version: 0, rules: [] }
  let rules = effectiveRules(local, [])
  let failure: NonNullable<PolicyState['reason']> | null = null

  return Object.freeze({
    rules: () => rules,
    effectiveHash: () => hashRules(rules),
    apply(bytes: Uint8Array, header: string, facts: PolicyFacts): PolicyOutcome {
      if (!isSignedBy(facts.keys, bytes, header)) return 'ignored'
      const message = parsePolicy(bytes)
      if (message === null) {
        failure = 'unreadable'
        return 'failed'
      }
      if (message.agent !== facts.agent || message.incarnation !== facts.incarnation) return 'ignored'
      if (message.version < remote.version) return 'ignored'
      const pushed = { version: message.version, rules: message.rules.map(toRule) }
      const together = effectiveRules(local, pushed.rules)
      // A report carries every rule that is enforced: what it cannot tell must not be enforced in silence.
      if (together.length > MOST_RULES) {
        failure = 'too_many_rules'
        return 'failed'
      }
      remote = pushed
      rules = together
      failure = null
      return 'applied'
    },
    state: (): PolicyState => ({
      status: failure === null ? 'APPLIED' : 'FAILED',
      ...(failure === null ? {} : { reason: failure }),
      local_hash: localHash,
      remote_version: remote.version,
      remote_hash: hashRules(remote.rules),
      effective_hash: hashRules(rules),
      rules: rules.map((rule) => ({
        ...rule,
        origin: local.includes(rule) ? ('local' as const) : ('remote' as const),
      })),
    }),
  })
}

function parsePolicy(bytes: Uint8Array): PolicyMessage | null {
  try {
    return policyMessageSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
  } catch {
    return null
  }
}

// Without the keys that are not set.
function toRule(rule: PolicyMessage['rules'][number]): DenyRule {
  const { id, deny, ...scope } = rule
  const narrowings = Object.entries(scope).filter(([, value]) => value !== undefined)
  return { id, deny, ...Object.fromEntries(narrowings) }
}

// SHA-256 over the canonical text of the rules, in hexadecimal.
export function hashRules(rules: readonly DenyRule[]): string {
  return createHash('sha256').update(canonicalRules(rules)).digest('hex')
}
