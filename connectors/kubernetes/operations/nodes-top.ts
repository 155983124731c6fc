import { sliceByKey } from '@vedette/connectors/kit'
import { ArgumentError, serve } from '@vedette/proto/connector'
import { k8sNodesTop } from '@vedette/proto/operations'
import type { KubernetesClient } from '../client.ts'
import { toCut, toListReading, withParts } from '../fold.ts'
import { type Json, nameAt, objectAt } from '../objects.ts'
import { readKinds, type Slices, toRows } from '../read.ts'
import { RESOURCES, type Resource, toResourceName } from '../resources.ts'
import { toAmounts } from '../rows/metadata.ts'
import { judgeMeasured, toMeasured, toUse } from '../rows/metrics.ts'
import { toPercent } from '../rows/quantity.ts'
import { checkLabelSelector } from '../selectors.ts'

const METRICS = toResourceName(RESOURCES.nodemetrics)

// Use of nodes now beside what they can allocate. Nodes without a measurement make the measurements incomplete.
export const serveNodesTop = serve(k8sNodesTop, async (client: KubernetesClient, input, context) => {
  const labelSelector = checkLabelSelector(input.label_selector)
  const ask = { labelSelector, context }
  const kinds = [RESOURCES.nodemetrics, RESOURCES.nodes].map((resource) => ({ ...ask, resource }))
  const read = await readKinds(client, kinds, toRow)
  const rows = toRows(read)
  const nodes = new Map(rows.flatMap((row) => ('measured' in row ? [] : [[row.name, row] as const])))
  const measured = rows.flatMap((row) => ('measured' in row ? [row] : []))
  const isMeant = (row: Row) => input.name === undefined || row.name === input.name
  const areNodesRead = read.slices.some(
    (slice) => slice.error === undefined && !isMetrics(slice) && slice.cut === undefined,
  )
  if (input.name !== undefined && areNodesRead && !nodes.has(input.name)) throw toNoNode(input.name)
  const slice = sliceByKey(measured.filter(isMeant), (row) => [row.name], input)
  const missing = [...nodes.values()]
    .filter(isMeant)
    .flatMap(({ name }) => (measured.some((one) => one.name === name) ? [] : [name]))
  const value = {
    nodes: slice.rows.map((row) => toShown(row, nodes.get(row.name))),
    unmeasured: areNodesRead ? missing.sort() : null,
  }
  const { total, cursor } = slice
  const reading = toListReading(value, {
    read,
    matching: (some) => some.filter(isMeant).length,
    page: { shown: slice.rows.length, total, ...(cursor === undefined ? {} : { cursor }) },
    context,
    tool: 'k8s_nodes_top',
    args: input,
  })
  return withParts(reading, (part) => {
    if (part.scope.resource !== METRICS) return part
    const judged = judgeMeasured(part, measured, context.clock.now())
    return missing.length > 0 ? toCut(judged, 'by_source') : judged
  })
})

type Row = ReturnType<typeof toRow>

function toRow(object: Json, resource: Resource) {
  const name = nameAt(object, 'metadata.name')
  if (resource === RESOURCES.nodes) return { name, ...toAmounts(objectAt(object, 'status.allocatable')) }
  return { name, ...toUse(object), measured: toMeasured(object), ...toMeasured(object) }
}

function isMetrics(slice: Slices<unknown>['slices'][number]): boolean {
  return slice.scope.resource === METRICS
}

function toShown(row: Extract<Row, { measured: unknown }>, node: Row | undefined) {
  const { measured: _, ...use } = row
  return {
    ...use,
    cpu_percent: toPercent(row.cpu_cores, node?.cpu_cores ?? null),
    memory_percent: toPercent(row.memory_bytes, node?.memory_bytes ?? null),
  }
}

function toNoNode(name: string): ArgumentError {
  return new ArgumentError({
    code: 'not_found',
    field: 'name',
    message: `node ${name} does not exist`,
    fix: 'list the nodes to find the name',
  })
}
