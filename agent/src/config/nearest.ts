// The nearest names to one that is not known, best first, at most `count`; far ones are left out.
export function findNearest(name: string, known: readonly string[], count = 3): readonly string[] {
  const limit = Math.max(2, Math.ceil(name.length / 2))
  return known
    .map((candidate) => ({
      candidate,
      distance: measureDistance(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

// Levenshtein distance over the first 128 characters.
function measureDistance(a: string, b: string): number {
  const left = a.slice(0, 128)
  const right = b.slice(0, 128)
  let previous = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const swap = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(swap, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? left.length
}
