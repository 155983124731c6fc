import type {
  alertsRulesList,
  logsVolumeGet,
  metricsFreshnessGet,
  metricsTargetsList,
  tracesServicesList,
} from '@vedette/proto/operations'
import type { z } from 'zod'
import { itemsOf, type Read } from '../read.ts'
import { parseTime, showTime } from '../shared/time.ts'

// Something that stopped sending, or that cannot be evaluated.
export type Gap = Readonly<{
  kind: 'target' | 'series' | 'stream' | 'rule' | 'traces' | 'datasource'
  what: string
  where: string
  since: string | null
  // How many stand behind this row.
  n: number
  says: string | null
  e: () => string
}>

type Of<O extends Readonly<{ output: z.ZodObject }>> = Read<z.output<O['output']>>

// Seconds after which the newest sample is too old.
const STALE_SECONDS = 600
// A stream is silent after this many of its own usual distances between lines, and not before this.
const SILENT_STEPS = 3
const SILENT_MS = 15 * 60_000

// Targets that are not up, folded by pool.
export function targetGaps(read: Of<typeof metricsTargetsList>): readonly Gap[] {
  const bad = itemsOf(read, (value) => value.targets).filter(({ item }) => item.state !== 'up')
  const groups = Map.groupBy(bad, ({ item, view }) => `${view.instance} ${item.pool}`)
  return [...groups.values()].flatMap((group): readonly Gap[] => {
    const [first] = group
    if (first === undefined) return []
    const { item, view } = first
    return [
      {
        kind: 'target',
        what: item.pool,
        where: view.instance,
        since: null,
        n: group.length,
        says: item.error?.slice(0, 160) ?? null,
        e: view.cite,
      },
    ]
  })
}

// Rules that are not evaluated well: what they watch for is not watched.
export function ruleGaps(read: Of<typeof alertsRulesList>): readonly Gap[] {
  return itemsOf(read, (value) => value.rules)
    .filter(({ item }) => item.health !== 'ok' || item.state === 'no_data')
    .map(
      ({ item, view }): Gap => ({
        kind: 'rule',
        what: item.name,
        where: [view.instance, item.group].filter((part) => part !== null).join('/'),
        since: item.evaluated_at,
        n: 1,
        says: item.error?.slice(0, 160) ?? (item.state === 'no_data' ? 'no_data' : item.health),
        e: view.cite,
      }),
    )
}

// Log streams that had lines in the window and have had none for long, by their own measure.
export function streamGaps(read: Of<typeof logsVolumeGet>, to: number): readonly Gap[] {
  return read.views.flatMap((view) => {
    const { groups, step_seconds } = view.value
    return groups.flatMap((group): readonly Gap[] => {
      const active = group.points
        .filter(([, value]) => typeof value === 'number' && value > 0)
        .map(([at]) => at)
      const newest = parseTime(group.newest_at) ?? (active.length === 0 ? null : Math.max(...active))
      if (newest === null || active.length < 4) return []
      const usual = usualDistance(active, step_seconds * 1000)
      const silence = to - newest
      if (silence < Math.max(SILENT_MS, SILENT_STEPS * usual)) return []
      return [
        {
          kind: 'stream',
          what: Object.entries(group.labels)
            .map(([key, value]) => `${key}=${value}`)
            .join(' '),
          where: view.instance,
          since: showTime(newest),
          n: 1,
          says: null,
          e: view.cite,
        },
      ]
    })
  })
}

// Groups of a metric whose newest sample is old.
export function freshnessGaps(read: Of<typeof metricsFreshnessGet>): readonly Gap[] {
  return itemsOf(read, (value) => value.groups)
    .filter(({ item }) => item.age_seconds > STALE_SECONDS)
    .map(
      ({ item, view }): Gap => ({
        kind: 'series',
        what: Object.entries(item.labels)
          .map(([key, value]) => `${key}=${value}`)
          .join(' '),
        where: view.instance,
        since: item.newest_at,
        n: 1,
        says: null,
        e: view.cite,
      }),
    )
}

// Services that sent traces a day ago and send none now; said only where now was read whole.
export function vanishedServices(
  now: Of<typeof tracesServicesList>,
  before: Of<typeof tracesServicesList>,
): readonly Gap[] {
  if (!now.isWhole) return []
  const present = new Set(itemsOf(now, (value) => value.services).map(({ item }) => item.name))
  return itemsOf(before, (value) => value.services)
    .filter(({ item }) => !present.has(item.name))
    .map(
      ({ item, view }): Gap => ({
        kind: 'traces',
        what: item.name,
        where: view.instance,
        since: item.last_seen_at,
        n: 1,
        says: 'traces a day ago, none in the last hour',
        e: view.cite,
      }),
    )
}

function usualDistance(times: readonly number[], step: number): number {
  const distances = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return distances.length === 0 ? step : Math.max(...distances)
}
