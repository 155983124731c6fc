import { type Paged, type RowKey, type Slice, sliceByKey, together, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  type ReadingExtras,
  type Served,
  SourceError,
  serve,
} from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Part } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { AwsClient, Reader, Session } from './connect.ts'

// What one region gave: its rows, and what stands beside them unread. `unproven` says why no row proves nothing.
export type Regional<Row> = Readonly<{
  paged: Paged<Row>
  notes?: readonly Part[]
  unproven?: string
}>

type Told<Row> = Readonly<{ reader: Reader }> &
  (Readonly<{ regional: Regional<Row> }> | Readonly<{ error: SourceError }>)

type ListInput = Readonly<{ limit: number; cursor?: string | undefined }>

export type ListPlan<I, Row, V> = Readonly<{
  // Absent, every configured region is a part; `global` is one part.
  where?: 'global'
  read(reader: Reader, input: I, session: Session): Promise<Regional<Row> | Paged<Row>>
  keyOf(row: Row): RowKey
  // `total` is null when it is not known.
  toValue(page: Page<Row>, input: I): V
  extras?(input: I): ReadingExtras
}>

export type Page<Row> = Readonly<{
  rows: readonly Row[]
  total: number | null
  all: readonly Row[]
  whole: boolean
}>

// Serves a list of rows that are read whole in every region and given page by page, in the order of their keys. Each
// region is a part; a region that fails is named and never counts as empty.
export function serveList<I extends z.ZodObject, O extends z.ZodObject, Row>(
  operation: OperationDefinition<I, O>,
  plan: ListPlan<z.output<I>, Row, z.input<O>>,
): Served<AwsClient> {
  return serve(operation, async (client: AwsClient, input, context) => {
    const session = await client.open(operation as unknown as OperationDefinition, context) // the catalogue's view
    const told = await readRegions(session, { context, where: plan.where }, (reader) =>
      plan.read(reader, input, session),
    )
    const all = told.flatMap((one) => ('regional' in one ? one.regional.paged.items : []))
    const whole = told.every((one) => 'regional' in one && one.regional.paged.stop === 'end')
    const { limit, cursor } = input as unknown as ListInput // list operations have both, or a limit alone
    const slice = sliceByKey(all, plan.keyOf, { limit, cursor })
    const page = { rows: slice.rows, total: whole ? slice.total : null, all, whole }
    const pastEnd = slice.rows.length === 0 && all.length > 0
    const parts = told.flatMap((one) => toParts(one, { context, cursor: slice.cursor, pastEnd }))
    return partialOf(plan.toValue(page, input), parts, plan.extras?.(input) ?? {})
  })
}

// Reads every region side by side. Throws what a single source throws; of several, each keeps its own word.
export async function readRegions<Row>(
  session: Session,
  { where }: Readonly<{ context: CallContext; where?: 'global' | undefined }>,
  read: (reader: Reader) => Promise<Regional<Row> | Paged<Row>>,
): Promise<readonly Told<Row>[]> {
  const readers =
    where === 'global' ? [session.global()] : session.regions.map((region) => session.at(region))
  return together(
    readers.map(async (reader): Promise<Told<Row>> => {
      try {
        const got = await read(reader)
        return { reader, regional: 'paged' in got ? got : { paged: got } }
      } catch (error) {
        if (error instanceof SourceError && readers.length > 1) return { reader, error }
        throw error
      }
    }),
  )
}

type PartFacts = Readonly<{ context: CallContext; cursor?: string | undefined; pastEnd?: boolean }>

// The words of one region: what was read of it, what cut it and what stands beside it.
export function toParts<Row>(
  told: Told<Row>,
  { context, cursor, pastEnd = false }: PartFacts,
): readonly Part[] {
  const { scope } = told.reader
  if ('error' in told) return [{ scope, state: told.error.state, ...told.error.carried }]
  const { paged, notes = [], unproven } = told.regional
  const as_of = toRfc3339(context.clock.now())
  const items = paged.items.length
  const next = cursor === undefined ? {} : { cursor }
  if (paged.stop === 'cap')
    return [{ scope, state: 'truncated', cap: paged.cap, at_least: items, as_of, ...next }, ...notes]
  if (paged.stop === 'failed') {
    const cut: Part = { scope, state: 'truncated', cap: 'by_source', at_least: items, as_of, ...next }
    return [cut, { scope, state: paged.error.state, ...paged.error.carried }, ...notes]
  }
  if (pastEnd) return [{ scope, state: 'unproven', items: 0, as_of, why: 'past_the_last_page' }, ...notes]
  if (items > 0) return [{ scope, state: 'read', items, as_of, total: items, ...next }, ...notes]
  if (unproven !== undefined) return [{ scope, state: 'unproven', items: 0, as_of, why: unproven }, ...notes]
  return [{ scope, state: 'empty', items: 0, as_of, proof: 'enumerated' }, ...notes]
}

// The value for one named thing. `page` tells which part of a known list it holds.
export type Found<V> = Readonly<
  {
    value: V
    notes?: readonly Part[]
    items?: number
    page?: Readonly<{ total: number; cursor?: string }>
  } & ReadingExtras
>

export type FindPlan<I, V> = Readonly<{
  where?: 'global'
  // The argument that names the thing.
  field: string
  // Undefined when the region has no such thing.
  find(reader: Reader, input: I, session: Session): Promise<Found<V> | undefined>
}>

// Serves a question about one named thing, looked for in every region. Throws `not_found` only when every region said
// so, and `invalid_argument` when several have it.
export function serveFind<I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  plan: FindPlan<z.output<I>, z.input<O>>,
): Served<AwsClient> {
  return serve(operation, async (client: AwsClient, input, context) => {
    const session = await client.open(operation as unknown as OperationDefinition, context) // the catalogue's view
    const told = await readRegions<Found<z.input<O>>>(
      session,
      { context, where: plan.where },
      async (reader) => {
        const found = await plan.find(reader, input, session)
        return { items: found === undefined ? [] : [found], stop: 'end' }
      },
    )
    return toFoundReading(told, { field: plan.field, context })
  })
}

function toFoundReading<V>(
  told: readonly Told<Found<V>>[],
  { field, context }: Readonly<{ field: string; context: CallContext }>,
): Reading<V> {
  const found = told.flatMap((one) =>
    'regional' in one ? one.regional.paged.items.map((item) => ({ reader: one.reader, item })) : [],
  )
  const [only, ...others] = found
  if (only === undefined) throw toAbsence(told, field)
  if (others.length > 0)
    throw new ArgumentError({
      field,
      message: `${found.length} regions have one of this name: ${found.map((one) => one.reader.region).join(', ')}`,
      fix: `give its ARN or id as ${field}`,
    })
  const { value, notes = [], items = 1, page = {}, ...extras } = only.item
  const as_of = toRfc3339(context.clock.now())
  const { scope } = only.reader
  const own: Part =
    items > 0
      ? { scope, state: 'read', items, as_of, ...page }
      : { scope, state: 'empty', items: 0, as_of, proof: 'existence_checked' }
  // A region that was not seen may have another of this name.
  const blind = told.flatMap((one) => ('error' in one ? toParts(one, { context }) : []))
  return partialOf(value, [own, ...notes, ...blind], extras)
}

// Nobody has it: proved only when nobody was blind.
function toAbsence(told: readonly Told<unknown>[], field: string): Error {
  const blind = told.find((one) => 'error' in one)
  if (blind !== undefined && 'error' in blind) return blind.error
  const regions = told.map((one) => one.reader.region).join(', ')
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `no such ${field} in ${regions}, the regions that were read`,
    fix: `take ${field} from the list operation, and check account and region`,
  })
}

// The one of several that bear the wanted name; undefined when there is none. Throws `invalid_argument` with the
// candidates when there are several: the first of them is nobody's answer.
export function pickOne<T>(
  items: readonly T[],
  { field, idOf }: Readonly<{ field: string; idOf(item: T): string | undefined }>,
): T | undefined {
  const [only, ...others] = items
  if (others.length === 0) return only
  const ids = items.slice(0, 20).map((one) => idOf(one) ?? 'unknown')
  throw new ArgumentError({
    field,
    message: `${items.length} have this name: ${ids.join(', ')}`,
    fix: `give one of these ids as ${field}`,
  })
}

// What a reading says of one page of a list held whole.
export function pageOf({ total, cursor }: Slice<unknown>): Readonly<{ total: number; cursor?: string }> {
  return { total, ...(cursor === undefined ? {} : { cursor }) }
}
