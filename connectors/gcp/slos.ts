import { z } from 'zod'
import { type Collected, collect } from './answers.ts'
import type { Reader } from './client.ts'
import type { Notes } from './reading.ts'
import { readSeries, toSample } from './series.ts'
import { labels, lastOf, maybeText, number } from './values.ts'

const LOOK_BACK_MS = 3_600_000
const DAY_S = 86_400

const service = z.object({ name: z.string(), displayName: maybeText })
const indicator = z.object({
  basicSli: z.unknown().optional(),
  requestBased: z
    .object({
      goodTotalRatio: z
        .object({ goodServiceFilter: maybeText, badServiceFilter: maybeText, totalServiceFilter: maybeText })
        .optional(),
    })
    .optional(),
  windowsBased: z.unknown().optional(),
})

// An objective of Service Monitoring.
export const slo = z.object({
  name: z.string(),
  displayName: maybeText,
  goal: number,
  rollingPeriod: maybeText,
  calendarPeriod: maybeText,
  serviceLevelIndicator: indicator.optional(),
  userLabels: labels,
})
export type Slo = z.output<typeof slo>

// Services that objectives are set for.
export function readSloServices(reader: Reader): Promise<Collected<z.output<typeof service>>> {
  return collect(reader, {
    service: 'monitoring',
    path: ['projects', reader.project.id, 'services'],
    field: 'services',
    row: service,
    size: ['pageSize', 500],
    needs: 'monitoring.services.list',
  })
}

// Objectives of one service, by its full name.
export function readSlos(reader: Reader, name: string): Promise<Collected<Slo>> {
  return collect(reader, {
    service: 'monitoring',
    path: [...name.split('/'), 'serviceLevelObjectives'],
    query: { view: 'FULL' },
    field: 'serviceLevelObjectives',
    row: slo,
    size: ['pageSize', 500],
    needs: 'monitoring.slos.list',
  })
}

export type Measured = Readonly<{ attained: number | null; budgetLeft: number | null }>

// What an objective reached over its period and what is left of its budget, as measured within the last hour; null where
// nothing was measured, or where it was blind, and then the notes say so.
export async function measure(reader: Reader, one: Slo, notes: Notes): Promise<Measured> {
  return {
    attained: await readNewest(reader, `select_slo_compliance(${JSON.stringify(one.name)})`, notes),
    budgetLeft: await readNewest(reader, `select_slo_budget_fraction(${JSON.stringify(one.name)})`, notes),
  }
}

async function readNewest(reader: Reader, filter: string, notes: Notes): Promise<number | null> {
  const now = reader.context.clock.now()
  const list = await notes.seek(readSeries(reader, { filter, from: now - LOOK_BACK_MS, to: now }))
  // A point of an answer that says that it is not complete is none.
  if (list === null || list.gaps.length > 0 || list.paged.stop !== 'end') return null
  const newest = list.paged.items[0]?.points[0]
  const value = newest === undefined ? null : toSample(newest.value)
  return typeof value === 'number' ? value : null
}

// Share of the budget below which an objective is at risk.
const AT_RISK = 0.25

// An objective as a row. Without a measure it has no data, which is not met.
export function toSlo(one: Slo, service: string | null, { attained, budgetLeft }: Measured) {
  return {
    id: one.name,
    name: one.displayName ?? lastOf(one.name),
    service,
    kind: toKind(one),
    objective: one.goal,
    period_days: toDays(one),
    attained,
    budget_left: budgetLeft,
    state: toState(one.goal, { attained, budgetLeft }),
    tags: one.userLabels,
    url: null,
  }
}

function toState(
  goal: number,
  { attained, budgetLeft }: Measured,
): 'met' | 'at_risk' | 'breached' | 'no_data' | 'unknown' {
  if (attained === null) return 'no_data'
  if (attained < goal) return 'breached'
  if (budgetLeft === null) return 'unknown'
  return budgetLeft < AT_RISK ? 'at_risk' : 'met'
}

function toKind({ serviceLevelIndicator: sli }: Slo): 'ratio' | 'time_slice' | 'unknown' {
  if (sli?.windowsBased !== undefined) return 'time_slice'
  return sli?.requestBased !== undefined || sli?.basicSli !== undefined ? 'ratio' : 'unknown'
}

const CALENDAR: Readonly<Record<string, number>> = Object.freeze({
  DAY: 1,
  WEEK: 7,
  FORTNIGHT: 14,
  MONTH: 30,
})

function toDays({ rollingPeriod, calendarPeriod }: Slo): number | null {
  const match = /^(\d{1,9})s$/.exec(rollingPeriod ?? '')
  if (match !== null) return Number(match[1]) / DAY_S
  return CALENDAR[calendarPeriod ?? ''] ?? null
}
