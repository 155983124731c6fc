const MAX_LENGTH = 128

// The candidates closest to a name that nobody knows, closest first, at most `count`; capitals do not matter.
export function nearest(name: string, candidates: readonly string[], count = 3): readonly string[] {
  const wanted = name.slice(0, MAX_LENGTH).toLowerCase()
  return [...new Set(candidates)]
    .map((candidate) => ({
      candidate,
      distance: editDistance(wanted, candidate.slice(0, MAX_LENGTH).toLowerCase()),
    }))
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

// Damerau-Levenshtein distance in its optimal-string-alignment form: the least number of insertions, deletions,
// replacements and swaps of neighbours that turn one text into the other, no part being edited twice.
export function editDistance(a: string, b: string): number {
  let before: readonly number[] = []
  let above: readonly number[] = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const best = Math.min(at(above, j) + 1, at(row, j - 1) + 1, at(above, j - 1) + cost)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(isSwap ? Math.min(best, at(before, j - 2) + 1) : best)
    }
    before = above
    above = row
  }
  return at(above, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY
}
