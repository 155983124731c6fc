// The names closest to what was written, best first, at most `count`; ties keep the order of `names`.
export function nearestNames(
  written: string,
  names: readonly string[],
  count: number = 3,
): readonly string[] {
  const wanted = normalise(written).slice(0, 64)
  return names
    .map((name, index) => ({ name, index, score: score(wanted, normalise(name)) }))
    .sort((a, b) => a.score - b.score || a.index - b.index)
    .slice(0, count)
    .map((one) => one.name)
}

function normalise(name: string): string {
  return name.toLowerCase().replaceAll(/[.\-\s]/g, '_')
}

// Edit distance, less half a step for every word that both have.
function score(a: string, b: string): number {
  const words = new Set(b.split('_'))
  const shared = a.split('_').filter((word) => words.has(word)).length
  return editDistance(a, b) - 2 * shared
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? a.length
}
