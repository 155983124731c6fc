import { metricsQueryRange } from '@vedette/proto/operations'
import { itemsOf } from '../read.ts'
import type { Reader } from '../reader.ts'

// A sample so long before the end of a run still tells what it used then.
const NEAR_MS = 5 * 60_000
const PLAIN = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/

export type MemoryFacts = Readonly<{
  // The agent that looks at the cluster: its own metric backend is asked, and no other.
  agent: string | null
  namespace: string
  pod: string
  container: string
  span: Readonly<{ from: string; to: string }>
  // Epoch milliseconds at which the run before ended.
  killed_at: number | null
}>

// What a container used of memory over the window and at its last end, as samples show it. Null where there is no
// backend to ask beside the cluster, or not exactly one series of the container.
export async function readMemory(reader: Reader, facts: MemoryFacts | null) {
  const backend = facts === null ? null : reader.backendOf(facts.agent, metricsQueryRange)
  if (facts === null || backend === null || ![facts.namespace, facts.pod, facts.container].every(isPlain)) {
    reader.spare(metricsQueryRange, 'no failing container has a metric backend beside it')
    return null
  }
  const { namespace, pod, container, span, killed_at } = facts
  const expr = `container_memory_working_set_bytes{namespace="${namespace}",pod="${pod}",container="${container}"}`
  const read = await reader.read(metricsQueryRange, { expr, ...span, limit: 5 }, { backend })
  const [series, ...more] = itemsOf(read, (value) => value.series)
  if (series === undefined || more.length > 0) return null
  const points = series.item.points.flatMap(([at, value]) =>
    typeof value === 'number' ? [{ at, value }] : [],
  )
  const last = points.findLast(({ at }) => killed_at !== null && at <= killed_at && at >= killed_at - NEAR_MS)
  return {
    p95: quantile(points.map(({ value }) => value)),
    at_kill: last?.value ?? null,
    e: series.view.cite(),
  }
}

function isPlain(name: string): boolean {
  return PLAIN.test(name)
}

function quantile(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? null
}
