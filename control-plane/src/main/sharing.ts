import type { Clock } from '@vedette/proto/clock'
import type { ControlPlaneConfig } from '../config/index.ts'
import { createDailyBudget, type DispatchOptions } from '../dispatch/index.ts'
import { createBuckets, createReadings } from '../sharing/index.ts'
import type { Store } from '../store/index.ts'

type Parts = Readonly<{ store: Store; clock: Clock; onFault: (error: unknown) => void }>

// What keeps questions from costing more than they must: readings that are shared, buckets, and the budget of a day.
export function toSharing(
  { limits }: Pick<ControlPlaneConfig, 'limits'>,
  { store, clock, onFault }: Parts,
): Required<Pick<DispatchOptions, 'budget' | 'readings' | 'buckets'>> {
  const { calls_per_minute, calls_at_once, metered_reads_per_day, organisations, freshness_seconds } = limits
  const perDay = (name: string) =>
    (Object.hasOwn(organisations, name) ? organisations[name] : undefined)?.metered_reads_per_day ??
    metered_reads_per_day
  return {
    budget: createDailyBudget({ clock, perDay, store: store.spending, onFault }),
    readings: createReadings({ clock, maxSeconds: freshness_seconds }),
    buckets: createBuckets({ clock, perMinute: calls_per_minute, burst: calls_at_once }),
  }
}
