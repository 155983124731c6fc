import type { z } from 'zod'
import type { Tier } from '../policy/index.ts'

// What a source of this operation is a view of; decides which routing arguments its tool takes.
export const SCOPE_KINDS = Object.freeze([
  'agent',
  'host',
  'cluster',
  'backend',
  'account',
  'instance',
  'server',
] as const)
export type ScopeKind = (typeof SCOPE_KINDS)[number]

// Default and maximum span, in seconds, of an operation that takes `from` and `to`.
export type WindowBounds = Readonly<{ defaultSeconds: number; maxSeconds: number }>

export type OperationDefinition<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodObject = z.ZodObject,
> = Readonly<{
  // Dotted, provider-neutral: `k8s.pods.list`. The tool's name is this with underscores.
  id: string
  title: string
  // One sentence for a reader who decides whether to call it.
  describe: string
  // Search hints in engineers' words.
  when: readonly string[]
  // Raised only by a breaking change.
  contract: number
  // Arguments without routing (cluster, account, backend, host ...): those derive from `scope`.
  input: I
  output: O
  scope: ScopeKind
  tier: Tier
  // Seconds for which an answer may be shared.
  freshness: number
  // Least permissions per vendor, in the vendor's own words.
  permissions: Readonly<Record<string, readonly string[]>>
  // What must hold before zero items may be called empty.
  proof: string
  window?: WindowBounds
  // Set when an argument is written in the backend's query language and is never sent to another.
  dialect?: Readonly<{ argument: string }>
  // The kinds of personal data or secrets the payload commonly holds.
  sensitive?: boolean
  since: string
}>

const ID = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*(?:\.[a-z][a-z0-9]*(?:_[a-z0-9]+)*)+$/

// Freezes an operation's one literal; throws TypeError when the id, texts or contract break the rules.
export function defineOperation<I extends z.ZodObject, O extends z.ZodObject>(
  definition: OperationDefinition<I, O>,
): OperationDefinition<I, O> {
  if (!ID.test(definition.id)) throw new TypeError(`operation id ${definition.id} is not dotted lower case`)
  if (!Number.isInteger(definition.contract) || definition.contract < 1)
    throw new TypeError(`operation ${definition.id}: contract must be an integer of 1 or more`)
  if (definition.describe.length > 400)
    throw new TypeError(`operation ${definition.id}: describe is over 400 characters`)
  if (definition.when.length === 0) throw new TypeError(`operation ${definition.id}: when has no search hint`)
  if (definition.tier === 'never')
    throw new TypeError(`operation ${definition.id}: tier never is not in the catalogue`)
  return Object.freeze(definition)
}

// `host.disks.list` -> `host_disks_list`.
export function toToolName(operationId: string): string {
  return operationId.replaceAll('.', '_')
}
