import type { Cell } from './flatten.ts'
import type { Queried } from './run-query.ts'

type Answer = Extract<Queried, { kind: 'rows' }>
export type BoundCell = Cell | Readonly<{ at_least: number }> | Readonly<{ over_seen: Cell }>

// Rows of a query as they may be told. Over a whole set they are what they are. Over a partial one a plain count is
// a lower bound, a count of nothing is null, and every other value that the query made of many rows is said to be made
// of those that were seen.
export function toBoundRows(
  sql: string,
  { columns, rows, folds }: Answer,
  isPartial: boolean,
): readonly (readonly BoundCell[])[] {
  const isFolded = folds.isFolded || folds.selects > 1 || isJoined(sql)
  if (!isPartial || !isFolded) return rows
  const counts = findCounts(sql, { columns: columns.length, selects: folds.selects })
  return rows.map((row) =>
    row.map((cell, at): BoundCell => {
      if (cell === null || columns[at]?.computed !== true) return cell
      if (!counts.has(at) || typeof cell !== 'number') return { over_seen: cell }
      return cell > 0 ? { at_least: cell } : null
    }),
  )
}

// Rows of one set laid beside each other: more rows could take some away.
function isJoined(sql: string): boolean {
  return (sql.replaceAll(/\brows\s*\./gi, '').match(/\brows\b/gi) ?? []).length > 1
}

// Columns that are a count and nothing else, of a query that only more rows could raise: one SELECT over the rows,
// once. What is not understood is no such count.
function findCounts(sql: string, facts: Readonly<{ columns: number; selects: number }>): ReadonlySet<number> {
  if (facts.selects !== 1 || isJoined(sql) || /--|\/\*/.test(sql)) return new Set()
  const items = splitSelect(sql)
  if (items === null || items.length !== facts.columns) return new Set()
  return new Set(items.flatMap((item, at) => (isCount(item) ? [at] : [])))
}

function isCount(item: string): boolean {
  if (!/^count\s*\(/i.test(item)) return false
  const end = closeOf(item, item.indexOf('('))
  return end > 0 && /^\s*(?:(?:as\s+)?(?:"[^"]*"|[a-z_]\w*))?\s*$/i.test(item.slice(end + 1))
}

// The parts between SELECT and its FROM; null where there is no such thing.
function splitSelect(sql: string): readonly string[] | null {
  const head = /^\s*select\s+(?:all\s+)?/i.exec(sql)
  if (head === null) return null
  const items: string[] = []
  let start = head[0].length
  for (let at = start; at < sql.length; at += 1) {
    const char = sql[at] ?? ''
    if (char === '(') at = closeOf(sql, at)
    else if (`'"\`[`.includes(char)) at = endOfQuote(sql, at)
    else if (char === ',') {
      items.push(sql.slice(start, at).trim())
      start = at + 1
    } else if (/^\sfrom\b/i.test(sql.slice(at, at + 6))) {
      items.push(sql.slice(start, at).trim())
      return items
    }
    if (at < 0) return null
  }
  return null
}

// Where the parenthesis at `from` closes; negative where it does not.
function closeOf(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const char = text[at] ?? ''
    if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (`'"\`[`.includes(char)) at = endOfQuote(text, at)
    if (at < 0) return -1
    if (depth === 0) return at
  }
  return -1
}

function endOfQuote(text: string, from: number): number {
  const close = text[from] === '[' ? ']' : (text[from] ?? '')
  const end = text.indexOf(close, from + 1)
  return end < 0 ? Number.NEGATIVE_INFINITY : end
}
