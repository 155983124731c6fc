import { sideBySide, together } from '@vedette/connectors/kit'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Proof, Scope } from '@vedette/proto/visibility'
import type { KubernetesClient } from './client.ts'
import { findIdentity, type Identity } from './identity.ts'
import { type ListAsk, type Listed, listObjects } from './list.ts'
import { findPlaces, namespaceExists, type Place, toNoNamespace } from './namespaces.ts'
import type { Json } from './objects.ts'
import { type Resource, toResourceName } from './resources.ts'

// What was seen in one place: rows, and on what zero of them would rest; or why nothing was seen.
export type Slice<Row> = Readonly<{ scope: Scope; namespace?: string }> &
  (Readonly<{ error: SourceError }> | (Listed<Row> & Readonly<{ error?: undefined; zero: Zero }>))
export type Zero = Readonly<{ proof: Proof }> | Readonly<{ why: string }>

export type Slices<Row> = Readonly<{
  identity: Identity
  slices: readonly Slice<Row>[]
  // Namespaces left out by our own limit.
  left: readonly string[]
  // Set when the list of namespaces was cut: more may exist.
  namespacesCut?: number
}>

const AT_ONCE = 6

// Lists a kind wherever it may be read: everywhere at once where that is allowed, else namespace by namespace, each a
// slice of its own. Throws when a single place could not be read, and ArgumentError for a namespace that is none.
export async function readSlices<Row>(
  client: KubernetesClient,
  ask: ListAsk,
  toRow: (object: Json) => Row | readonly Row[],
): Promise<Slices<Row>> {
  const { resource, namespace, context } = ask
  const [identity, places] = await together([
    findIdentity(client, context),
    findPlaces(client, { resource, namespace, context }),
  ])
  const isOnly = places.read.length + places.refused.length + places.left.length === 1
  const read = await sideBySide(places.read, AT_ONCE, async (place): Promise<Slice<Row>> => {
    const where = toWhere(identity, place.namespace)
    try {
      const listed = await listObjects(client, { ...ask, namespace: place.namespace }, toRow)
      return {
        ...where,
        ...listed,
        zero: await proveZero(client, { listed, place, asked: namespace, context }),
      }
    } catch (error) {
      if (isOnly || !(error instanceof SourceError)) throw error
      return { ...where, error }
    }
  })
  const refused = places.refused.map((one) => ({ ...toWhere(identity, one.namespace), error: one.error }))
  const slices = [...read, ...refused].sort((a, b) => ((a.namespace ?? '') < (b.namespace ?? '') ? -1 : 1))
  const { left } = places
  return {
    identity,
    slices,
    left,
    ...(places.cut === true ? { namespacesCut: slices.length + left.length } : {}),
  }
}

function toWhere(identity: Identity, namespace: string | undefined) {
  return namespace === undefined
    ? { scope: identity.scope }
    : { scope: { ...identity.scope, namespace }, namespace }
}

// Several kinds side by side; a kind that fails as a whole is a slice of its own, and each slice names its kind.
export async function readKinds<Row>(
  client: KubernetesClient,
  asks: readonly ListAsk[],
  toRow: (object: Json, resource: Resource) => Row | readonly Row[],
): Promise<Slices<Row>> {
  const [first] = asks
  if (first === undefined) throw new TypeError('at least one kind is read')
  const identity = await findIdentity(client, first.context)
  const read = await together(
    asks.map(async (ask): Promise<Slices<Row>> => {
      try {
        return await readSlices(client, ask, (object) => toRow(object, ask.resource))
      } catch (error) {
        if (!(error instanceof SourceError)) throw error
        return { identity, slices: [{ ...toWhere(identity, ask.namespace), error }], left: [] }
      }
    }),
  )
  const slices = read.flatMap((one, at) => {
    const { resource } = asks[at] ?? first
    return one.slices.map((slice) => ({
      ...slice,
      scope: { ...slice.scope, resource: toResourceName(resource) },
    }))
  })
  const cuts = read.flatMap((one) => one.namespacesCut ?? [])
  const left = [...new Set(read.flatMap((one) => one.left))]
  return { identity, slices, left, ...(cuts.length === 0 ? {} : { namespacesCut: Math.max(...cuts) }) }
}

// Every row that was seen, in whatever place.
export function toRows<Row>(read: Slices<Row>): readonly Row[] {
  return read.slices.flatMap((slice) => (slice.error === undefined ? slice.rows : []))
}

// A list that was read whole shows that nothing else is there, if the place exists; only a place that showed nothing
// and is not known to exist needs asking.
async function proveZero(
  client: KubernetesClient,
  facts: Readonly<{ listed: Listed<unknown>; place: Place; asked: string | undefined; context: CallContext }>,
): Promise<Zero> {
  const { listed, place, asked, context } = facts
  const { namespace } = place
  if (namespace === undefined || place.known || listed.rows.length > 0) return { proof: 'enumerated' }
  const exists = await namespaceExists(client, namespace, context)
  if (exists === true) return { proof: 'existence_checked' }
  if (exists === null) return { why: 'namespace_not_readable' }
  if (asked === undefined) return { why: 'namespace_does_not_exist' }
  throw toNoNamespace(namespace)
}
