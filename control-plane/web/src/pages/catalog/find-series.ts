// A time series of an answer, ready to draw: null where nothing was recorded.
export type Series = Readonly<{
  key: string
  label: string
  // Epoch seconds, rising, and the value at each.
  times: readonly number[]
  values: readonly (number | null)[]
  // What a reader must know of the line: gaps, thinning, values that are no numbers.
  notes: readonly string[]
}>

type Facts = Readonly<{ [key: string]: unknown }>
type Where = Readonly<{ path: readonly string[]; labels: string }>

// Every series of an answer, in its order, wherever it stands.
export function findSeries(answer: unknown): readonly Series[] {
  const found: Series[] = []
  walk(answer, { path: [], labels: '' }, found)
  return found
}

function walk(value: unknown, where: Where, found: Series[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [at, one] of value.entries()) walk(one, { ...where, path: [...where.path, String(at)] }, found)
    return
  }
  const facts = value as Facts // an object that is no list
  const series = toSeries(facts, where)
  if (series !== null) found.push(series)
  else if (Array.isArray(facts['cols']) && Array.isArray(facts['rows']))
    walkTable(facts['rows'], where, found)
  else
    for (const [key, one] of Object.entries(facts))
      if (key !== '_sources')
        walk(one, { path: [...where.path, key], labels: toLabels(facts) || where.labels }, found)
}

// A list of five rows or more comes as a table: the texts of a row name what its series is of.
function walkTable(rows: readonly unknown[], where: Where, found: Series[]): void {
  for (const [at, row] of rows.entries()) {
    if (!Array.isArray(row)) continue
    const labels = row.map(toText).filter(Boolean).join(' ')
    for (const cell of row) walk(cell, { path: [...where.path, String(at)], labels }, found)
  }
}

function toSeries(facts: Facts, { path, labels }: Where): Series | null {
  const { points, start } = facts
  if (!Array.isArray(points) || typeof start !== 'string' || !Number.isFinite(Date.parse(start))) return null
  const from = Date.parse(start) / 1000
  const read = points.flatMap((point: unknown): [number, number | null][] => {
    if (!Array.isArray(point) || typeof point[0] !== 'number') return []
    const [at, value] = point
    return [[from + at, typeof value === 'number' ? value : null]]
  })
  const all = [...read, ...toBreaks(facts['gaps'])].sort((a, b) => a[0] - b[0])
  return {
    key: path.join('.'),
    label: toLabels(facts) || labels || path.join('.'),
    times: all.map(([at]) => at),
    values: all.map(([, value]) => value),
    notes: toNotes(facts),
  }
}

// In the middle of each known gap the line is broken: nobody knows what was there.
function toBreaks(gaps: unknown): [number, null][] {
  const first = typeof gaps === 'object' && gaps !== null && 'first' in gaps ? gaps.first : []
  if (!Array.isArray(first)) return []
  return first.flatMap((gap: unknown): [number, null][] => {
    if (!Array.isArray(gap)) return []
    const middle = (Date.parse(String(gap[0])) + Date.parse(String(gap[1]))) / 2000
    return Number.isFinite(middle) ? [[middle, null]] : []
  })
}

function toNotes({ gaps, thinned, not_finite }: Facts): readonly string[] {
  const count = typeof gaps === 'object' && gaps !== null && 'n' in gaps ? Number(gaps.n) : 0
  return [
    ...(count > 0
      ? [`${count} gaps without a value; the line is broken at the first ${Math.min(3, count)}`]
      : []),
    ...(typeof thinned === 'string' ? [`thinned: ${thinned}`] : []),
    ...(typeof not_finite === 'number' ? [`${not_finite} values are no numbers and not drawn`] : []),
  ]
}

function toLabels({ labels }: Facts): string {
  return typeof labels === 'object' && labels !== null ? toText(labels) : ''
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'points' in value) return ''
  return Object.entries(value)
    .filter(([, one]) => typeof one === 'string')
    .map(([key, one]) => `${key}=${String(one)}`)
    .join(' ')
}
