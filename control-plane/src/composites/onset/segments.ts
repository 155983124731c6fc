// Samples that a segment has at least.
const SHORTEST = 3

// Splits a series where its level shifts: indices at which a new segment starts, ascending, without 0.
//
// The method is PELT, the exact minimum of the penalised cost in linear time on average: R. Killick, P. Fearnhead,
// I. A. Eckley, Optimal detection of changepoints with a linear computational cost, J. Am. Stat. Assoc. 107 (2012)
// 1590-1598. The cost of a segment is the sum of squares around its mean over the variance of the noise; each change
// costs `penalty`, by default 3 log n, one more than the usual criterion of Schwarz, so that a shift must be plain.
export function findSegments(
  values: readonly number[],
  {
    noise,
    penalty = 3 * Math.log(Math.max(2, values.length)),
  }: Readonly<{ noise: number; penalty?: number }>,
): readonly number[] {
  const n = values.length
  if (n < 2 * SHORTEST || noise <= 0) return []
  const costOf = createCost(values, noise)
  const best: number[] = [-penalty]
  const last: number[] = [0]
  let candidates: readonly Candidate[] = []
  for (let end = SHORTEST; end <= n; end += 1) {
    const start = end - SHORTEST
    if (best[start] !== undefined) candidates = [...candidates, { start, dies: Number.POSITIVE_INFINITY }]
    candidates = candidates.filter(({ dies }) => end < dies)
    const costs = candidates.map((one) => (best[one.start] ?? 0) + costOf(one.start, end))
    const least = Math.min(...costs)
    best[end] = least + penalty
    last[end] = candidates[costs.indexOf(least)]?.start ?? 0
    // A start that lost by more than one change cannot win once a cut at `end` may stand for it.
    candidates = candidates.map((one, index) =>
      (costs[index] ?? 0) > least + penalty && one.dies > n ? { ...one, dies: end + SHORTEST } : one,
    )
  }
  const cuts: number[] = []
  for (let end = last[n] ?? 0; end > 0; end = last[end] ?? 0) cuts.unshift(end)
  return cuts
}

// A place where a segment may start, and the end from which it is not looked at any more.
type Candidate = Readonly<{ start: number; dies: number }>

// Sum of squares around the mean of values[from..to), in units of the noise's variance, from running sums.
function createCost(values: readonly number[], noise: number) {
  const middle = values[0] ?? 0
  const sums = [0]
  const squares = [0]
  values.forEach((value, index) => {
    const scaled = (value - middle) / noise
    sums.push((sums[index] ?? 0) + scaled)
    squares.push((squares[index] ?? 0) + scaled * scaled)
  })
  return (from: number, to: number): number => {
    const sum = (sums[to] ?? 0) - (sums[from] ?? 0)
    const square = (squares[to] ?? 0) - (squares[from] ?? 0)
    return Math.max(0, square - (sum * sum) / (to - from))
  }
}
