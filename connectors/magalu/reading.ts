import { type Paged, type RowKey, sliceByKey, together, toRfc3339 } from '@vedette/connectors/kit'
import {
  ArgumentError,
  type CallContext,
  partialOf,
  type Reading,
  SourceError,
  serve,
} from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import type { Part, Scope } from '@vedette/proto/visibility'
import type { z } from 'zod'
import type { MagaluClient } from './client.ts'
import type { Region } from './config.ts'
import { NOT_FOUND } from './errors.ts'

// Where a question is asked: one region of the proved tenant, or what is the same in all of them.
export type Site = Readonly<{
  client: MagaluClient
  context: CallContext
  account: string
  region: Region | null
  scope: Scope
}>

// Rows of one site. `unproven` says why none of them proves nothing; `notes` are halves that could not be read.
export type Rows<T> = Readonly<{
  rows: readonly T[]
  paged: readonly Paged<unknown>[]
  unproven?: string | undefined
  // Set when there may be more that Magalu Cloud does not list.
  isPartial?: boolean
  notes?: readonly Part[]
}>

type Told<T> = Readonly<{ site: Site }> & (Readonly<{ told: T }> | Readonly<{ error: SourceError }>)

// Asks every configured region side by side, or once for what is global. A single site throws what it throws; of
// several, each keeps its own word.
export async function readSites<T>(
  client: MagaluClient,
  { context, isGlobal = false }: Readonly<{ context: CallContext; isGlobal?: boolean }>,
  read: (site: Site) => Promise<T>,
): Promise<readonly Told<T>[]> {
  const { tenant: account } = await client.identify(context)
  const regions = isGlobal ? [null] : client.config.regions
  return together(
    regions.map(async (region): Promise<Told<T>> => {
      const scope = region === null ? { account } : { account, region }
      const site = { client, context, account, region, scope }
      try {
        return { site, told: await read(site) }
      } catch (error) {
        if (!(error instanceof SourceError) || regions.length === 1) throw error
        return { site, error }
      }
    }),
  )
}

type ListInput = Readonly<{ limit: number; cursor?: string }>

type ListPlan<I, Row, V> = Readonly<{
  isGlobal?: boolean
  read(site: Site, input: I): Promise<Rows<Row>>
  keyOf(row: Row): RowKey
  // `isWhole`: each site was read to its end.
  toValue(page: Readonly<{ rows: Row[]; total: number | null; all: readonly Row[]; isWhole: boolean }>): V
}>

// Serves a list over all sites, paged as one list.
export function serveList<Row, I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  plan: ListPlan<z.output<I>, Row, z.input<O>>,
) {
  return serve(operation, async (client: MagaluClient, input, context) => {
    const told = await readSites(client, { context, isGlobal: plan.isGlobal ?? false }, (site) =>
      plan.read(site, input),
    )
    const all = told.flatMap((one) => ('told' in one ? one.told.rows : []))
    const isWhole = told.every((one) => 'told' in one && one.told.paged.every(({ stop }) => stop === 'end'))
    const { limit, cursor } = input as unknown as ListInput // list operations have both, or a limit alone
    const slice = sliceByKey(all, plan.keyOf, { limit, cursor })
    const isPastEnd = slice.rows.length === 0 && all.length > 0
    const parts = told.flatMap((one) => toParts(one, { cursor: slice.cursor, isPastEnd }))
    const page = { rows: [...slice.rows], total: isWhole ? slice.total : null, all, isWhole }
    return partialOf(plan.toValue(page), parts)
  })
}

function toParts(
  one: Told<Rows<unknown>>,
  { cursor, isPastEnd }: Readonly<{ cursor: string | undefined; isPastEnd: boolean }>,
): readonly Part[] {
  const { scope, context } = one.site
  if ('error' in one) return [{ scope, state: one.error.state, ...one.error.carried }]
  const { rows, paged, unproven, isPartial = false, notes = [] } = one.told
  const items = rows.length
  const seen = { scope, as_of: toRfc3339(context.clock.now()) }
  const next = cursor === undefined ? {} : { cursor }
  const failed = paged.flatMap((each): Part[] =>
    each.stop === 'failed' ? [{ scope, state: each.error.state, ...each.error.carried }] : [],
  )
  const rest = [...failed, ...notes]
  if (paged.some(({ stop }) => stop !== 'end')) {
    const cap = failed.length > 0 ? 'by_source' : 'page'
    return [{ ...seen, state: 'truncated', cap, at_least: items, ...next }, ...rest]
  }
  if (isPastEnd) return [{ ...seen, state: 'unproven', items: 0, why: 'past_the_last_page' }, ...rest]
  if (items > 0 && isPartial)
    return [{ ...seen, state: 'truncated', cap: 'by_source', at_least: items, ...next }, ...rest]
  if (items > 0) return [{ ...seen, state: 'read', items, total: items, ...next }, ...rest]
  if (unproven !== undefined) return [{ ...seen, state: 'unproven', items, why: unproven }, ...rest]
  return [{ ...seen, state: 'empty', items, proof: 'enumerated' }, ...rest]
}

export type Found<V> = Readonly<{
  value: V
  notes?: readonly Part[]
  items?: number
  page?: { total: number; cursor?: string }
}>

// Serves a question about one thing, looked for in each site. Throws `not_found` only when every site said so.
export function serveFind<I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  plan: Readonly<{
    field: string
    isGlobal?: boolean
    find(site: Site, input: z.output<I>): Promise<Found<z.input<O>> | undefined>
  }>,
) {
  return serve(operation, async (client: MagaluClient, input, context) => {
    const told = await readSites(client, { context, isGlobal: plan.isGlobal ?? false }, (site) =>
      plan.find(site, input),
    )
    const found = told.flatMap((one) =>
      'told' in one && one.told !== undefined ? [{ ...one, found: one.told }] : [],
    )
    const failed = told.flatMap((one) => ('error' in one ? [one] : []))
    const [only] = found
    if (only === undefined) throw failed[0]?.error ?? notFound(plan.field)
    if (found.length > 1) throw isAmbiguous(plan.field)
    return toFoundReading(
      only.site,
      only.found,
      failed.map(({ site, error }) => ({ scope: site.scope, state: error.state, ...error.carried })),
    )
  })
}

function toFoundReading<V>(site: Site, found: Found<V>, blind: readonly Part[]): Reading<V> {
  const { value, notes = [], items = 1, page = {} } = found
  const seen = { scope: site.scope, as_of: toRfc3339(site.context.clock.now()) }
  const own: Part =
    items > 0
      ? { ...seen, state: 'read', items, ...page }
      : { ...seen, state: 'empty', items, proof: 'existence_checked' }
  // A region that was not seen may have another of this name.
  return partialOf(value, [own, ...notes, ...blind])
}

// Runs one half of a question: its own failure becomes a note beside the rest, and `undefined` its value.
export async function askPart<T>(
  site: Site,
  ask: () => Promise<T>,
): Promise<Readonly<{ value: T | undefined; notes: readonly Part[] }>> {
  try {
    return { value: await ask(), notes: [] }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { value: undefined, notes: [{ scope: site.scope, state: error.state, ...error.carried }] }
  }
}

// A thing that is asked for by its path; undefined when the product says that there is none.
export async function askMaybe<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SourceError && error.carried.code === NOT_FOUND) return undefined
    throw error
  }
}

// The one thing of a list with this id or name. Throws the failed page when it may stand there, and ArgumentError when
// several have the name.
export function pickOne<T>(
  paged: Paged<T>,
  wanted: string,
  field: string,
  namesOf: (row: T) => readonly (string | null | undefined)[],
): T | undefined {
  const found = paged.items.filter((one) => namesOf(one).includes(wanted))
  if (found.length > 1) throw isAmbiguous(field)
  if (found.length === 0 && paged.stop === 'failed') throw paged.error
  if (found.length === 0 && paged.stop === 'cap') throw new SourceError('unusable', { why: 'too_large' })
  return found[0]
}

function isAmbiguous(field: string): ArgumentError {
  return new ArgumentError({
    field,
    message: `several things have this ${field}`,
    fix: `give the id as ${field}`,
  })
}

// The error of an argument that names nothing.
export function notFound(field: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field,
    message: `${field} names nothing in the regions that are read`,
    fix: `take ${field} from the list that gives it`,
  })
}
