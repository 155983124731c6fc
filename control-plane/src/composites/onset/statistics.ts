// Middle of a list; NaN of an empty one.
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

// Standard deviation of the noise around a level that may shift: from the median of absolute first differences,
// which a few shifts do not move (1.4826 makes it that of a normal law, and a difference has twice the variance).
export function noiseOf(values: readonly number[]): number {
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? value)))
  return steps.length === 0 ? 0 : (1.4826 * median(steps)) / Math.SQRT2
}

// Mann-Kendall test of a monotonic trend: the standardised score, positive for a rise. H. B. Mann, Nonparametric
// tests against trend, Econometrica 13 (1945) 245-259; M. G. Kendall, Rank Correlation Methods (1975).
export function trendScore(values: readonly number[]): number {
  const n = values.length
  if (n < 4) return 0
  let score = 0
  for (let i = 0; i < n; i += 1)
    for (let j = i + 1; j < n; j += 1) score += Math.sign((values[j] ?? 0) - (values[i] ?? 0))
  const ties = [...Map.groupBy(values, (value) => value).values()].map((group) => group.length)
  const tied = ties.reduce((sum, t) => sum + t * (t - 1) * (2 * t + 5), 0)
  const variance = (n * (n - 1) * (2 * n + 5) - tied) / 18
  return variance <= 0 ? 0 : (score - Math.sign(score)) / Math.sqrt(variance)
}

// Slope per sample that half of all pairs exceed. P. K. Sen, Estimates of the regression coefficient based on
// Kendall's tau, J. Am. Stat. Assoc. 63 (1968) 1379-1389.
export function slopeOf(values: readonly number[]): number {
  const slopes: number[] = []
  for (let i = 0; i < values.length; i += 1)
    for (let j = i + 1; j < values.length; j += 1)
      slopes.push(((values[j] ?? 0) - (values[i] ?? 0)) / (j - i))
  return slopes.length === 0 ? 0 : median(slopes)
}
