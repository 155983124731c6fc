import { z } from 'zod'
import { nearest } from '../scope/index.ts'
import { toRuleId } from './canonical.ts'
import { coversOperation, foldName, foldOperation } from './names.ts'
import type { DenyRule } from './rules.ts'

const PATTERN = /^(?:\*|[a-z0-9]+(?:\.[a-z0-9]+)*(?:\.\*)?)$/
const name = z.string().trim().min(1).max(128)

const ruleSchema = z.union([
  name.transform((deny) => ({ deny })),
  z.strictObject({
    id: name.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be letters, digits, ".", "_" or "-"').optional(),
    deny: name,
    connector: name.optional(),
    cluster: name.optional(),
    account: name.optional(),
    namespace: name.optional(),
  }),
])

// A deny list as people write it: ids or patterns, or objects that narrow them.
export const denyListSchema = z.array(ruleSchema).max(1000)

// A deny list that cannot be enforced as written: names the entry and the fix.
export class DenyRuleError extends Error {
  override readonly name = 'DenyRuleError'
  readonly code: 'malformed' | 'unknown_operation' | 'duplicate_id'
  // Where in the list, such as `deny[3]`.
  readonly field: string
  // Ids that were perhaps meant.
  readonly nearest: readonly string[]

  constructor(
    facts: Readonly<{
      code: DenyRuleError['code']
      field: string
      message: string
      nearest?: readonly string[]
    }>,
  ) {
    super(facts.message)
    this.code = facts.code
    this.field = facts.field
    this.nearest = facts.nearest ?? []
  }
}

export type ParseDenyOptions = Readonly<{
  // The local list must name known operations only; the remote one keeps those that this release does not know.
  origin: 'local' | 'remote'
  // Every operation id of the catalogue.
  knownIds: readonly string[]
}>

// Parses a deny list. Known ids come out in the catalogue's spelling, rules without an id get a stable one. Throws
// DenyRuleError on a malformed entry, an id used twice, or, in the local list, an operation that nobody knows.
export function parseDenyRules(list: unknown, options: ParseDenyOptions): readonly DenyRule[] {
  const parsed = denyListSchema.safeParse(list ?? [])
  if (!parsed.success) throw toMalformed(parsed.error)
  const ids = new Map<string, string>()
  return Object.freeze(
    parsed.data.map((entry, index) => {
      const field = `deny[${index}]`
      const given: Omit<DenyRule, 'id'> & Readonly<{ id?: string | undefined }> = toDefined(entry)
      const rule = { ...given, deny: resolveDeny(given.deny, field, options) }
      const id = given.id ?? toRuleId(rule)
      const same = ids.get(id)
      if (same !== undefined && same !== JSON.stringify(rule))
        throw new DenyRuleError({ code: 'duplicate_id', field, message: `${field}: id ${id} is used twice` })
      ids.set(id, JSON.stringify(rule))
      return Object.freeze({ ...rule, id })
    }),
  )
}

function resolveDeny(written: string, field: string, { origin, knownIds }: ParseDenyOptions): string {
  const folded = foldOperation(written)
  // Only a star that was written as one denies everything: a stray dot must not.
  if (!PATTERN.test(folded) || (folded === '*' && foldName(written) !== '*'))
    throw new DenyRuleError({
      code: 'malformed',
      field,
      message: `${field}: must be an operation id such as "k8s.pods.list" or a family such as "db.*"`,
    })
  const isPattern = folded.endsWith('*')
  const hits = knownIds.filter((id) => coversOperation(folded, foldOperation(id)))
  const [hit] = hits
  if (hit === undefined && origin === 'local') throw toUnknown(written, field, knownIds)
  return isPattern || hit === undefined ? written.normalize('NFKC').toLowerCase().trim() : hit
}

function toUnknown(written: string, field: string, knownIds: readonly string[]): DenyRuleError {
  const close = nearest(written, [...knownIds, ...familiesOf(knownIds)])
  const shown = written.slice(0, 100)
  const hint = close.length === 0 ? '' : `; nearest: ${close.join(', ')}`
  return new DenyRuleError({
    code: 'unknown_operation',
    field,
    message: `${field}: no operation is called "${shown}"${hint}`,
    nearest: close,
  })
}

function familiesOf(ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => {
    const segments = id.split('.')
    return segments.slice(1).map((_, depth) => `${segments.slice(0, depth + 1).join('.')}.*`)
  })
}

function toMalformed(error: z.ZodError): DenyRuleError {
  const [issue] = error.issues
  const [index, ...rest] = issue?.path ?? []
  const field =
    index === undefined
      ? 'deny'
      : ['deny', `[${String(index)}]`, ...rest.map((key) => `.${String(key)}`)].join('')
  return new DenyRuleError({
    code: 'malformed',
    field,
    message: `${field}: must be an operation id, a family, or { deny, connector?, cluster?, account?, namespace? }`,
  })
}

function toDefined<T extends object>(entry: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(entry).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> } // the same object without unset keys
}
