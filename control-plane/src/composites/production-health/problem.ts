import type { Where } from '../shared/names.ts'

export const SCALE = ['ok', 'degraded', 'outage'] as const
export type HealthGrade = (typeof SCALE)[number]

export type Severity = 'page' | 'ticket' | 'info'

// Something that is wrong now. Fields that are null were not read.
export type Problem = Readonly<{
  // Equal for the same problem at another time.
  id: string
  severity: Severity
  // How far it lowers the verdict; `ok`: worth knowing, and no harm by itself.
  grade: HealthGrade
  what: string
  service: string | null
  owner: string | null
  where: Where
  // How many things show it: pods, alerts, targets.
  n: number
  // Epoch milliseconds of the oldest sign of it.
  since: number | null
  paging: boolean | null
  silenced: Readonly<{ until: string | null; by: string | null }> | null
  slo: Readonly<{ id: string; burn_1h: number | null; left: number | null }> | null
  // Names of the evidence, each once.
  cite: () => readonly string[]
}>

const SEVERITIES: readonly Severity[] = ['page', 'ticket', 'info']

// One problem for several signs of the same: the worst word, the oldest sign, all the evidence.
export function mergeProblems(group: readonly Problem[]): Problem | null {
  const sorted = group.toSorted(compareProblems)
  const [worst] = sorted
  if (worst === undefined) return null
  const since = group.flatMap((one) => one.since ?? [])
  const words = [...new Set(sorted.map((one) => one.what))]
  return {
    ...worst,
    what: words.slice(0, 3).join('; '),
    service: sorted.find((one) => one.service !== null)?.service ?? null,
    owner: sorted.find((one) => one.owner !== null)?.owner ?? null,
    n: group.reduce((sum, one) => sum + one.n, 0),
    since: since.length === 0 ? null : Math.min(...since),
    cite: () => [...new Set(sorted.flatMap((one) => one.cite()))].slice(0, 4),
  }
}

// Worst first, then what pages, then the most numerous; ties by id, so that the order is always the same.
export function compareProblems(a: Problem, b: Problem): number {
  return (
    SCALE.indexOf(b.grade) - SCALE.indexOf(a.grade) ||
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    b.n - a.n ||
    (a.id < b.id ? -1 : 1)
  )
}

// Problems with equal ids become one.
export function foldProblems(problems: readonly Problem[]): readonly Problem[] {
  return [...Map.groupBy(problems, (one) => one.id).values()]
    .flatMap((group) => mergeProblems(group) ?? [])
    .toSorted(compareProblems)
}
