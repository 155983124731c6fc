// Rows drawn above and below what is seen.
const SPARE = 8
// As many rows as are ever drawn.
const MOST = 90

// The rows to draw, `from` to `to` (that one left out), and the height of all before and after them.
export type Range = Readonly<{ from: number; to: number; before: number; after: number }>

// Which rows of these heights stand in a window that begins `top` pixels below the first, with a few more around it.
export function findRange(
  heights: readonly number[],
  { top, height }: Readonly<{ top: number; height: number }>,
): Range {
  let first = 0
  let above = 0
  while (first < heights.length - 1 && above + (heights[first] ?? 0) <= top) {
    above += heights[first] ?? 0
    first += 1
  }
  let to = first
  for (let seen = above; to < heights.length && seen < top + height; to += 1) seen += heights[to] ?? 0
  const from = Math.max(0, first - SPARE)
  const end = Math.min(heights.length, to + SPARE, from + MOST)
  return { from, to: end, before: sum(heights.slice(0, from)), after: sum(heights.slice(end)) }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
