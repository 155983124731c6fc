import { createHash } from 'node:crypto'
import { OPERATIONS } from '@vedette/proto/operations'
import {
  canonicalRules,
  coversOperation,
  type DenyRule,
  DenyRuleError,
  failedAssertions,
  foldOperation,
  NARROWINGS,
  type PolicyAssertion,
  parseDenyRules,
} from '@vedette/proto/policy'
import { nearest } from '@vedette/proto/scope'
import { z } from 'zod'
import { PolicyError } from './error.ts'
import type { CheckedPolicy, PolicyText, UnknownOperation } from './types.ts'

const KNOWN = OPERATIONS.map(({ id }) => id)
const FOLDED = KNOWN.map(foldOperation)
// What one report of an agent can carry of local and remote rules together is 1,000.
const MOST_RULES = 500

const name = z.string().trim().min(1).max(128)
const assertionSchema = z.strictObject({
  operation: name,
  expect: z.enum(['denied', 'allowed']),
  connector: name.optional(),
  cluster: name.optional(),
  account: name.optional(),
  namespace: name.optional(),
})
const assertionsSchema = z.array(assertionSchema).max(200)

// SHA-256 over the canonical text of the rules, in hexadecimal; agents hash the same way.
export function hashRules(rules: readonly DenyRule[]): string {
  return createHash('sha256').update(canonicalRules(rules)).digest('hex')
}

// Reads a policy as people write it. Ids that nobody knows are kept and named. Throws PolicyError `invalid`.
export function checkPolicy({ rules: written, assertions: said = [] }: PolicyText): CheckedPolicy {
  const rules = parseRules(written)
  if (rules.length > MOST_RULES)
    throw new PolicyError('invalid', {
      field: 'rules',
      message: `rules: at most ${MOST_RULES} can be enforced beside an agent's own`,
      fix: 'deny families such as "db.*" instead of single operations',
    })
  const parsed = assertionsSchema.safeParse(said)
  if (!parsed.success)
    throw new PolicyError('invalid', {
      field: ['assertions', ...(parsed.error.issues[0]?.path ?? [])].map(String).join('.').slice(0, 100),
      message:
        'assertions: must be { operation, expect: "denied" | "allowed", connector?, cluster?, account?, namespace? }',
      fix: 'write each assertion in this form',
    })
  const assertions = parsed.data.map(toAssertion)
  const named = [
    ...rules.map(({ deny }) => deny),
    ...assertions.map(({ subject }) => String(subject.operation)),
  ]
  // That nothing denies an operation which is misspelt says nothing.
  const vain = assertions.filter(
    ({ expect, subject }) => expect === 'allowed' && !isKnown(String(subject.operation)),
  )
  return {
    rules,
    assertions,
    hash: hashRules(rules),
    unknown: [...new Set(named)].flatMap(toUnknown),
    failed: [...new Set([...failedAssertions(rules, assertions), ...vain])],
  }
}

// An assertion as it is written and read: one flat object.
export function toAssertionText({ subject, expect }: PolicyAssertion): Readonly<Record<string, unknown>> {
  return { ...subject, expect }
}

function parseRules(written: unknown): readonly DenyRule[] {
  try {
    return parseDenyRules(written, { origin: 'remote', knownIds: KNOWN })
  } catch (error) {
    if (!(error instanceof DenyRuleError)) throw error
    throw new PolicyError('invalid', {
      field: error.field.replace(/^deny/, 'rules'),
      message: error.message.replace(/^deny/, 'rules'),
      fix: 'name an operation or a family; narrow it by connector, cluster, account or namespace',
    })
  }
}

function toAssertion({ expect, ...written }: z.output<typeof assertionSchema>): PolicyAssertion {
  const scope = NARROWINGS.flatMap((key) => {
    const value = written[key]
    return value === undefined ? [] : [[key, value] as const]
  })
  return { subject: { operation: written.operation, ...Object.fromEntries(scope) }, expect }
}

function isKnown(written: string): boolean {
  const folded = foldOperation(written)
  return FOLDED.some((id) => coversOperation(folded, id))
}

function toUnknown(operation: string): readonly UnknownOperation[] {
  return isKnown(operation) ? [] : [{ operation, nearest: nearest(operation, KNOWN) }]
}
