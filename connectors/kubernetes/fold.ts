import { toRfc3339 } from '@vedette/connectors/kit'
import {
  type CallContext,
  complete,
  partialOf,
  type Reading,
  type SourceError,
} from '@vedette/proto/connector'
import type { Part, Scope } from '@vedette/proto/visibility'
import { type Identity, toIdentityWarnings } from './identity.ts'
import { MAX_PLACES } from './namespaces.ts'
import type { Slice, Slices } from './read.ts'

export type Shown = Readonly<{
  // Rows of the page, of all that match, and where the next page starts.
  shown: number
  total: number
  cursor?: string
}>

export type FoldFacts<Row> = Readonly<{
  read: Slices<Row>
  // Rows of a slice that match the question.
  matching: (rows: readonly Row[]) => number
  page: Shown
  context: CallContext
  // The tool that reads a namespace left out, and its arguments.
  tool: string
  args: Readonly<Record<string, unknown>>
}>

// One part for each place: what was read of it, on what a zero rests, or why it was not seen.
export function toListReading<T, Row>(value: T, facts: FoldFacts<Row>): Reading<T> {
  const { read, page, context } = facts
  const as_of = toRfc3339(context.clock.now())
  const isOnly = read.slices.length === 1 && read.left.length === 0
  const parts = read.slices.flatMap((slice) => toParts(slice, facts, as_of))
  const left = read.left.map((namespace): Part => {
    const scope = { ...read.identity.scope, namespace }
    const next = { tool: facts.tool, args: { ...facts.args, namespace } }
    return { scope, state: 'capped', limit: MAX_PLACES, next }
  })
  const { namespacesCut } = read
  const cut: Part[] =
    namespacesCut === undefined
      ? []
      : [{ scope: read.identity.scope, state: 'truncated', cap: 'by_source', at_least: namespacesCut, as_of }]
  const paged = isOnly ? parts : withCursor(parts, page)
  return partialOf(value, [...paged, ...left, ...cut], toIdentityWarnings(read.identity))
}

function toParts<Row>(slice: Slice<Row>, facts: FoldFacts<Row>, as_of: string): readonly Part[] {
  const { scope } = slice
  if (slice.error !== undefined) return [toErrorPart(scope, slice.error)]
  const { page, read } = facts
  const matched = facts.matching(slice.rows)
  if (slice.cut !== undefined) {
    const { cap, error } = slice.cut
    const cut: Part = { scope, state: 'truncated', cap, at_least: matched, as_of, ...toCursor(page) }
    return error === undefined ? [cut] : [cut, toErrorPart(scope, error)]
  }
  if (matched === 0) {
    const { zero } = slice
    if ('why' in zero) return [{ scope, state: 'unproven', items: 0, why: zero.why, as_of }]
    return [{ scope, state: 'empty', items: 0, proof: zero.proof, as_of }]
  }
  if (page.shown === 0 && page.total > 0)
    return [{ scope, state: 'unproven', items: 0, why: 'past_the_last_page', as_of }]
  const isOnly = read.slices.length === 1 && read.left.length === 0
  if (!isOnly) return [{ scope, state: 'read', items: matched, as_of }]
  return [{ scope, state: 'read', items: page.shown, total: page.total, as_of, ...toCursor(page) }]
}

function toCursor({ cursor }: Shown): Pick<Part, 'cursor'> {
  return cursor === undefined ? {} : { cursor }
}

// Among several places the first one that was read carries the cursor and the total over all of them.
function withCursor(parts: readonly Part[], page: Shown): readonly Part[] {
  const at = parts.findIndex((part) => part.state === 'read')
  if (page.cursor === undefined || at === -1) return parts
  return parts.map((part, index) => (index === at ? { ...part, total: page.total, ...toCursor(page) } : part))
}

// A failure as the part of what it kept from being seen.
export function toErrorPart(scope: Scope, error: SourceError): Part {
  return { scope, state: error.state, ...error.carried }
}

// One object that was read whole.
export function toObjectReading<T>(
  value: T,
  identity: Identity,
  context: CallContext,
  place: Scope = {},
): Reading<T> {
  const as_of = toRfc3339(context.clock.now())
  return complete(value, {
    items: 1,
    as_of,
    scope: { ...identity.scope, ...place },
    ...toIdentityWarnings(identity),
  })
}

// The reading with the parts of a state seen otherwise, such as those that a look at the rows throws doubt on.
export function withParts<T>(reading: Reading<T>, change: (part: Part) => Part): Reading<T> {
  const { value, parts, ...extras } = reading
  return partialOf(value, parts.map(change), extras)
}

// A read that is known to show only a part of what there is.
export function toCut(part: Part, cap: 'time' | 'by_source' | 'rows'): Part {
  if (part.state !== 'read' && part.state !== 'empty') return part
  const { scope, items = 0, as_of, cursor } = part
  return {
    scope,
    state: 'truncated',
    cap,
    at_least: items,
    ...(as_of === undefined ? {} : { as_of }),
    ...(cursor === undefined ? {} : { cursor }),
  }
}
