import type {
  cloudQuotasList,
  dbConnectionsGet,
  k8sHpasList,
  k8sNodesTop,
  k8sResourceQuotasList,
  k8sVolumesUsage,
  queuesGet,
  servicesSignalsGet,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import type { Sample } from '../onset/detect-onset.ts'
import { slopeOf, trendScore } from '../onset/statistics.ts'
import { itemsOf, placeOf, type Read } from '../read.ts'

export const SCALE = ['ok', 'tight', 'exhausted'] as const
export type Tightness = (typeof SCALE)[number]

// One resource and how much of it is left.
export type Headroom = Readonly<{
  resource: string
  where: string
  used_percent: number | null
  used: number | string | null
  limit: number | string | null
  // At the present rate; null where no steady rise was seen.
  hours_to_limit: number | null
  grade: Tightness
  e: () => string
}>

// Percent from which a resource is tight, and exhausted.
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = Object.freeze({
  node_cpu: [85, 97],
  node_memory: [85, 95],
  volume: [85, 95],
  volume_inodes: [85, 95],
  k8s_quota: [90, 100],
  db_connections: [80, 95],
  cloud_quota: [80, 100],
  service: [80, 95],
})
// Hours to the limit from which a resource is tight, however much is left.
const SOON_HOURS = 24
const TREND_SCORE = 2.58

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>
type Known = Omit<Headroom, 'grade' | 'used' | 'limit' | 'hours_to_limit'> &
  Partial<Pick<Headroom, 'used' | 'limit' | 'hours_to_limit'>>

function toHeadroom(known: Known): Headroom {
  const { used = null, limit = null, hours_to_limit = null } = known
  const [tight, full] = BOUNDS[known.resource] ?? [80, 95]
  const percent = known.used_percent
  const isSoon = hours_to_limit !== null && hours_to_limit <= SOON_HOURS
  const grade =
    percent !== null && percent >= full ? 'exhausted' : (percent ?? 0) >= tight || isSoon ? 'tight' : 'ok'
  return {
    ...known,
    used_percent: percent === null ? null : Math.round(percent * 10) / 10,
    ...{ used, limit, hours_to_limit, grade },
  }
}

// Processor and memory of each node against what it can allocate.
export function nodeHeadroom(read: Of<typeof k8sNodesTop>): readonly Headroom[] {
  return itemsOf(read, (value) => value.nodes).flatMap(({ item, view }) => {
    const where = `${placeOf(view)}/${item.name}`
    return [
      toHeadroom({
        resource: 'node_cpu',
        where,
        used_percent: item.cpu_percent,
        used: item.cpu_cores,
        e: view.cite,
      }),
      toHeadroom({
        ...{ resource: 'node_memory', where, used_percent: item.memory_percent },
        ...{ used: item.memory_bytes, e: view.cite },
      }),
    ].filter((one) => one.used_percent !== null)
  })
}

// Space and inodes of each mounted volume.
export function volumeHeadroom(read: Of<typeof k8sVolumesUsage>): readonly Headroom[] {
  return itemsOf(read, (value) => value.volumes).flatMap(({ item, view }) => {
    const where = `${placeOf(view)}/${item.namespace}/${item.pvc}`
    return [
      toHeadroom({
        ...{ resource: 'volume', where, used_percent: item.used_percent },
        ...{ used: item.used_bytes, limit: item.capacity_bytes, e: view.cite },
      }),
      toHeadroom({ resource: 'volume_inodes', where, used_percent: item.inodes_used_percent, e: view.cite }),
    ].filter((one) => one.used_percent !== null)
  })
}

// Autoscalers at their maximum or hindered: what they scale cannot grow.
export function autoscalerHeadroom(read: Of<typeof k8sHpasList>): readonly Headroom[] {
  return itemsOf(read, (value) => value.hpas).map(({ item, view }) => ({
    resource: 'autoscaler',
    where: `${placeOf(view)}/${item.namespace}/${item.name}`,
    used_percent: item.max > 0 ? Math.round((100 * item.current) / item.max) : null,
    used: item.current,
    limit: item.max,
    hours_to_limit: null,
    grade: item.at_maximum || item.problem !== null ? 'tight' : 'ok',
    e: view.cite,
  }))
}

// Resource quotas of namespaces.
export function quotaHeadroom(read: Of<typeof k8sResourceQuotasList>): readonly Headroom[] {
  return itemsOf(read, (value) => value.quotas)
    .filter(({ item }) => item.used_percent !== null)
    .map(({ item, view }) =>
      toHeadroom({
        resource: 'k8s_quota',
        where: `${placeOf(view)}/${item.namespace} ${item.resource}`,
        used_percent: item.used_percent,
        used: item.used,
        limit: item.hard,
        e: view.cite,
      }),
    )
}

// Connections of each database.
export function databaseHeadroom(read: Of<typeof dbConnectionsGet>): readonly Headroom[] {
  return read.views.map((view) =>
    toHeadroom({
      resource: 'db_connections',
      where: view.instance,
      used_percent: view.value.used_percent,
      used: view.value.used,
      limit: view.value.max,
      e: view.cite,
    }),
  )
}

// Quotas of clouds, where use is told.
export function cloudHeadroom(read: Of<typeof cloudQuotasList>): readonly Headroom[] {
  return itemsOf(read, (value) => value.quotas)
    .filter(({ item }) => item.used_percent !== null)
    .map(({ item, view }) =>
      toHeadroom({
        resource: 'cloud_quota',
        where: `${item.account}/${item.region ?? 'global'} ${item.service} ${item.name}`,
        used_percent: item.used_percent,
        used: item.used,
        limit: item.limit,
        e: view.cite,
      }),
    )
}

// Saturation of a service as a share of its limit, with the time that is left at the present rate.
export function serviceHeadroom(read: Of<typeof servicesSignalsGet>): readonly Headroom[] {
  return itemsOf(read, (value) => value.signals)
    .filter(({ item }) => item.signal === 'saturation' && item.unit === 'ratio')
    .flatMap(({ item, view }) =>
      item.series.flatMap(({ points }) => {
        const last = points.findLast(([, value]) => typeof value === 'number')?.[1]
        if (typeof last !== 'number') return []
        return [
          toHeadroom({
            resource: 'service',
            where: `${view.value.service} ${item.what}`,
            used_percent: last * 100,
            limit: 1,
            hours_to_limit: hoursTo(points, 1),
            e: view.cite,
          }),
        ]
      }),
    )
}

// A queue has no limit; one that grows steadily is tight.
export function queueHeadroom(read: Of<typeof queuesGet>): readonly Headroom[] {
  return read.views.map((view) => {
    const { queue, depth_points } = view.value
    const values = toValues(depth_points)
    const isGrowing = trendScore(values.map(([, value]) => value)) > TREND_SCORE
    return {
      resource: 'queue',
      where: queue.name,
      used_percent: null,
      used: queue.depth,
      limit: null,
      hours_to_limit: null,
      grade: isGrowing ? 'tight' : 'ok',
      e: view.cite,
    }
  })
}

// Hours until a steady rise reaches the limit (slope of Sen, trend of Mann and Kendall); null without one.
export function hoursTo(points: readonly Sample[], limit: number): number | null {
  const values = toValues(points)
  const [first] = values
  const last = values.at(-1)
  if (first === undefined || last === undefined || values.length < 8) return null
  const numbers = values.map(([, value]) => value)
  if (trendScore(numbers) <= TREND_SCORE) return null
  const perSample = slopeOf(numbers)
  const hoursPerSample = (last[0] - first[0]) / (values.length - 1) / 3_600_000
  const hours = ((limit - last[1]) / perSample) * hoursPerSample
  return Number.isFinite(hours) ? Math.max(0, Math.round(hours * 10) / 10) : null
}

function toValues(points: readonly Sample[]): readonly (readonly [number, number])[] {
  return points.flatMap(([at, value]) => (typeof value === 'number' ? [[at, value] as const] : []))
}
