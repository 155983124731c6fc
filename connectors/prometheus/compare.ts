import type { Series } from './samples.ts'

type Summary = { points: number; mean: number; min: number; max: number; last: number }

// Two sides of one series as figures; `change_percent` compares the means and is null where it would divide by
// zero or by nothing.
export function summarize(pair: Readonly<{ now: Series | undefined; before: Series | undefined }>) {
  const now = summarizeSide(pair.now)
  const before = summarizeSide(pair.before)
  const comparable = now.summary !== null && before.summary !== null && before.summary.mean !== 0
  const change_percent =
    comparable && now.summary !== null && before.summary !== null
      ? ((now.summary.mean - before.summary.mean) / Math.abs(before.summary.mean)) * 100
      : null
  return {
    labels: pair.now?.labels ?? pair.before?.labels ?? {},
    now: now.summary,
    before: before.summary,
    change_percent,
    not_finite: now.notFinite + before.notFinite,
  }
}

function summarizeSide(series: Series | undefined): Readonly<{ summary: Summary | null; notFinite: number }> {
  const values = (series?.points ?? []).flatMap(([, value]) => (value === null ? [] : [value]))
  const finite = values.filter((value) => typeof value === 'number')
  const notFinite = values.length - finite.length
  const last = finite.at(-1)
  if (last === undefined) return { summary: null, notFinite }
  const sum = finite.reduce((a, b) => a + b, 0)
  const min = finite.reduce((a, b) => Math.min(a, b))
  const max = finite.reduce((a, b) => Math.max(a, b))
  return { summary: { points: finite.length, mean: sum / finite.length, min, max, last }, notFinite }
}
