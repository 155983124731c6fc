import type { SentPage } from '../../api/index.ts'

export type VolumeLine = Readonly<{
  agent: string
  instance: string
  byDay: ReadonlyMap<string, Readonly<{ bytes: number; calls: number }>>
  total: number
}>

const DAYS = 7
const DAY_MS = 24 * 3_600_000

// The days from `since` on, and a line for each instance that sent anything, the largest first.
export function toVolumes({ since, sent }: SentPage): Readonly<{
  days: readonly string[]
  lines: readonly VolumeLine[]
}> {
  const first = Date.parse(since)
  const days = Array.from({ length: DAYS }, (_, at) =>
    new Date(first + at * DAY_MS).toISOString().slice(0, 10),
  )
  const groups = Map.groupBy(sent, ({ agent, instance }) => JSON.stringify([agent, instance]))
  const lines = [...groups.values()].flatMap((group) => {
    const [one] = group
    if (one === undefined) return []
    const byDay = new Map(group.map(({ day, bytes, calls }) => [day, { bytes, calls }]))
    const total = group.reduce((sum, { bytes }) => sum + bytes, 0)
    return [{ agent: one.agent, instance: one.instance, byDay, total }]
  })
  return { days, lines: lines.sort((a, b) => b.total - a.total) }
}
