import { type RowKey, sliceByKey, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  partialOf,
  type Reading,
  type ReadingExtras,
  type Served,
  SourceError,
  serve,
} from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Part, Proof } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { Collected } from './answers.ts'
import type { GcpClient, Reader } from './client.ts'
import { NOT_FOUND } from './errors.ts'

// What a list gave, and what stands beside it unread. `unproven` says why no row proves nothing.
export type Listed<Row> = Collected<Row> &
  Readonly<{ notes?: readonly Part[]; unproven?: string | undefined; proof?: Proof } & ReadingExtras>

export type Page<Row> = Readonly<{
  rows: readonly Row[]
  total: number | null
  all: readonly Row[]
  whole: boolean
}>

type ListInput = Readonly<{ limit: number; cursor?: string | undefined }>

export type ListPlan<I, Row, V> = Readonly<{
  read(reader: Reader, input: I, client: GcpClient): Promise<Listed<Row>>
  keyOf(row: Row): RowKey
  // `total` is null when it is not known.
  toValue(page: Page<Row>, input: I): V
}>

// Serves a list that is read whole and given page by page, in the order of its keys. Places that could not be read are
// parts of their own, and then the list is never whole, empty or counted.
export function serveList<I extends z.ZodObject, O extends z.ZodObject, Row>(
  operation: OperationDefinition<I, O>,
  plan: ListPlan<z.output<I>, Row, z.input<O>>,
): Served<GcpClient> {
  return serve(operation, async (client: GcpClient, input, context) => {
    const reader = await client.open(context)
    const { paged, gaps, notes = [], unproven, proof, ...extras } = await plan.read(reader, input, client)
    const { limit, cursor } = input as unknown as ListInput // list operations have both, or a limit alone
    const slice = sliceByKey(paged.items, plan.keyOf, { limit, cursor })
    const whole = paged.stop === 'end' && gaps.length === 0
    const page = { rows: slice.rows, total: whole ? slice.total : null, all: paged.items, whole }
    const failed: readonly Part[] =
      paged.stop === 'failed'
        ? [{ scope: reader.scope, state: paged.error.state, ...paged.error.carried }]
        : []
    const own = toOwnPart(reader, {
      items: paged.items.length,
      shown: slice.rows.length,
      cut: whole ? undefined : paged.stop === 'cap' ? paged.cap : 'by_source',
      cursor: slice.cursor,
      unproven,
      proof,
    })
    return partialOf(plan.toValue(page, input), [own, ...failed, ...gaps, ...dedupe(notes)], extras)
  })
}

type OwnFacts = Readonly<{
  items: number
  shown: number
  cut: 'rows' | 'page' | 'by_source' | undefined
  cursor: string | undefined
  unproven: string | undefined
  proof: Proof | undefined
}>

function toOwnPart({ scope, context }: Reader, facts: OwnFacts): Part {
  const { items, shown, cut, unproven } = facts
  const as_of = toRfc3339(context.clock.now())
  const next = facts.cursor === undefined ? {} : { cursor: facts.cursor }
  if (cut !== undefined) return { scope, state: 'truncated', cap: cut, at_least: items, as_of, ...next }
  if (shown === 0 && items > 0)
    return { scope, state: 'unproven', items: 0, as_of, why: 'past_the_last_page' }
  if (items > 0) return { scope, state: 'read', items, as_of, total: items, ...next }
  if (unproven !== undefined) return { scope, state: 'unproven', items: 0, as_of, why: unproven }
  return { scope, state: 'empty', items: 0, as_of, proof: facts.proof ?? 'enumerated' }
}

function dedupe(notes: readonly Part[]): readonly Part[] {
  return [...new Map(notes.map((one) => [JSON.stringify(one), one])).values()]
}

// The value for one named thing. `items` counts what it lists, where the question is a list.
export type Found<V> = Readonly<
  {
    value: V
    notes?: readonly Part[]
    items?: number
    // True when the value holds less than there is and nothing reads on.
    cut?: boolean
    // Why no item proves nothing.
    unproven?: string
    page?: Readonly<{ total: number; cursor?: string }>
  } & ReadingExtras
>

// Serves a question about one thing that an argument names. Throws `not_found` when Google says that there is none.
export function serveFind<I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  plan: Readonly<{
    // The argument that names the thing.
    field: string
    // Undefined when there is no such thing.
    find(reader: Reader, input: z.output<I>, client: GcpClient): Promise<Found<z.input<O>> | undefined>
  }>,
): Served<GcpClient> {
  return serve(operation, async (client: GcpClient, input, context): Promise<Reading<z.input<O>>> => {
    const reader = await client.open(context)
    const found = await plan.find(reader, input, client)
    if (found === undefined) throw notFound(plan.field, reader)
    const { value, notes = [], items = 1, cut = false, unproven, page = {}, ...extras } = found
    const { scope } = reader
    const as_of = toRfc3339(context.clock.now())
    const none: Part =
      unproven === undefined
        ? { scope, state: 'empty', items: 0, as_of, proof: 'existence_checked' }
        : { scope, state: 'unproven', items: 0, as_of, why: unproven }
    const whole: Part = items > 0 ? { scope, state: 'read', items, as_of, ...page } : none
    const own: Part = cut ? { scope, state: 'truncated', cap: 'rows', at_least: items, as_of } : whole
    return partialOf(value, [own, ...dedupe(notes)], extras)
  })
}

// The error of an argument that names nothing in the project.
export function notFound(field: string, { project }: Pick<Reader, 'project'>): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `no such ${field} in project ${project.id}`,
    fix: `take ${field} from the list operation, and check the account`,
  })
}

// What a question gave, or undefined when Google says that the thing does not exist.
export async function orNothing<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read
  } catch (error) {
    if (error instanceof SourceError && error.carried.code === NOT_FOUND) return undefined
    throw error
  }
}

// The one of several that bear the wanted name; undefined when there is none. Throws `invalid_argument` when there are
// several: the first of them is nobody's answer.
export function pickOne<T>(
  items: readonly T[],
  { field, idOf }: Readonly<{ field: string; idOf(item: T): string }>,
): T | undefined {
  const [only, ...others] = items
  if (others.length === 0) return only
  throw new ArgumentError({
    field,
    message: `${items.length} have this name: ${items.slice(0, 20).map(idOf).join(', ')}`,
    fix: `give one of these ids as ${field}`,
  })
}

// Reads that add to an answer and may fail alone: what they could not see stands beside it as parts.
export type Notes = Readonly<{
  // What `read` gives, or null when it was blind.
  seek<T>(read: Promise<T>): Promise<T | null>
  parts(): readonly Part[]
}>

// Notes of one reading.
export function createNotes({ scope }: Reader): Notes {
  const parts: Part[] = []
  return {
    async seek(read) {
      try {
        return await read
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        parts.push({ scope, state: error.state, ...error.carried })
        return null
      }
    },
    parts: () => dedupe(parts),
  }
}
