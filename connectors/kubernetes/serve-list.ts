import { type RowKey, sliceByKey } from '@vedette/connectors/kit'
import { type CallContext, type Reading, type Served, serve } from '@vedette/proto/connector'
import { type OperationDefinition, toToolName } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { KubernetesClient } from './client.ts'
import { toListReading } from './fold.ts'
import type { Json } from './objects.ts'
import { readSlices, toRows } from './read.ts'
import type { Resource } from './resources.ts'
import { checkFieldSelector, checkLabelSelector } from './selectors.ts'

// Arguments that lists share; an operation that lacks one does not offer it.
type ListInput = Readonly<{
  namespace?: string | undefined
  label_selector?: string | undefined
  field_selector?: string | undefined
  limit: number
  cursor?: string | undefined
}>

export type ListSpec<I, Row, Value> = Readonly<{
  resource: Resource
  // `now` in epoch milliseconds.
  toRow(object: Json, now: number): Row | readonly Row[]
  keep?(row: Row, input: I, now: number): boolean
  // Tells any two rows apart and orders them; namespace and name when left out.
  keyOf?(row: Row, input: I): RowKey
  toFieldSelector?(input: I): string | undefined
  // From the rows of the page, every row that was read, and those of them that match.
  toValue(shown: Row[], all: readonly Row[], kept: readonly Row[]): Value
}>

// Serves an operation that lists one kind: filtered by the server where it can, read to its end, ordered, and given
// page by page.
export function serveList<I extends z.ZodObject, O extends z.ZodObject, Row>(
  operation: OperationDefinition<I, O>,
  spec: ListSpec<z.output<I>, Row, z.input<O>>,
): Served<KubernetesClient> {
  return serve(operation, async (client: KubernetesClient, input, context) => {
    const { reading } = await readList(client, spec, { tool: toToolName(operation.id), input, context })
    return reading
  })
}

// The same for operations that look at the rows again before they answer.
export async function readList<I extends object, Row, Value>(
  client: KubernetesClient,
  spec: ListSpec<I, Row, Value>,
  call: Readonly<{ tool: string; input: I; context: CallContext }>,
): Promise<Readonly<{ reading: Reading<Value>; kept: readonly Row[] }>> {
  const { input, context } = call
  const asked = input as unknown as ListInput // what an operation lacks of these is undefined
  const now = context.clock.now()
  const { resource } = spec
  const fieldSelector = joinSelectors(checkFieldSelector(asked.field_selector), spec.toFieldSelector?.(input))
  const labelSelector = checkLabelSelector(asked.label_selector)
  const ask = { resource, namespace: asked.namespace, labelSelector, fieldSelector, context }
  const read = await readSlices(client, ask, (object) => spec.toRow(object, now))
  const keep = (row: Row) => spec.keep?.(row, input, now) ?? true
  const all = toRows(read)
  const kept = all.filter(keep)
  const keyOf = spec.keyOf ?? toNameKey
  const { rows, total, cursor } = sliceByKey(kept, (row) => keyOf(row, input), asked)
  const reading = toListReading(spec.toValue([...rows], all, kept), {
    read,
    matching: (some) => some.filter(keep).length,
    page: { shown: rows.length, total, ...(cursor === undefined ? {} : { cursor }) },
    context,
    tool: call.tool,
    args: Object.fromEntries(Object.entries(input)),
  })
  return { reading, kept }
}

function toNameKey(row: unknown): RowKey {
  const { namespace, name } = row as Readonly<{ namespace?: string | null; name: string }> // the rows of every kind
  return [namespace ?? '', name]
}

function joinSelectors(...selectors: readonly (string | undefined)[]): string | undefined {
  const set = selectors.filter((one) => one !== undefined && one !== '')
  return set.length === 0 ? undefined : set.join(',')
}
