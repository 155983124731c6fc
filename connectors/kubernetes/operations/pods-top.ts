import { serve } from '@vedette/proto/connector'
import { k8sPodsTop } from '@vedette/proto/operations'
import type { z } from 'zod'
import type { KubernetesClient } from '../client.ts'
import { withParts } from '../fold.ts'
import { type Json, listAt, nameAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toName } from '../rows/metadata.ts'
import { judgeMeasured, toMeasured, toUse } from '../rows/metrics.ts'
import { type ListSpec, readList } from '../serve-list.ts'

type Row = ReturnType<typeof toRow>

// Use of pods now. That nothing was measured proves nothing, and measurements over five minutes old are stale.
export const servePodsTop = serve(k8sPodsTop, async (client: KubernetesClient, input, context) => {
  const { reading, kept } = await readList(client, SPEC, { tool: 'k8s_pods_top', input, context })
  return withParts(reading, (part) => judgeMeasured(part, kept, context.clock.now()))
})

const SPEC: ListSpec<z.output<typeof k8sPodsTop.input>, Row, z.input<typeof k8sPodsTop.output>> = {
  resource: RESOURCES.podmetrics,
  toRow,
  keyOf: (row, { sort }) => {
    const name = [row.namespace, row.name] as const
    if (sort === 'name') return name
    return [-((sort === 'cpu' ? row.cpu_cores : row.memory_bytes) ?? 0), ...name]
  },
  toValue: (pods) => ({ pods }),
}

function toRow(object: Json) {
  const containers = listAt(object, 'containers').map((one) => ({ name: nameAt(one, 'name'), ...toUse(one) }))
  const sum = (values: readonly (number | null)[]) =>
    values.includes(null) ? null : values.reduce<number>((total, one) => total + (one ?? 0), 0)
  return {
    ...toName(object),
    cpu_cores: round(sum(containers.map((one) => one.cpu_cores))),
    memory_bytes: sum(containers.map((one) => one.memory_bytes)),
    ...toMeasured(object),
    containers,
  }
}

function round(cores: number | null): number | null {
  return cores === null ? null : Number(cores.toFixed(6))
}
