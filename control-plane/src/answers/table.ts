import { isRecord, type JsonObject, type JsonValue } from './json.ts'

const MIN_ROWS = 5

// A list of five or more flat objects with the same keys as { cols, rows }; any other list as null. Nested objects of
// plain values are flattened one level (`labels.job`); nothing is left out.
export function toTable(items: readonly JsonValue[]): JsonObject | null {
  if (items.length < MIN_ROWS) return null
  const rows: ReadonlyMap<string, JsonValue>[] = []
  for (const item of items) {
    const row = isRecord(item) ? flatten(item) : null
    if (row === null) return null
    rows.push(row)
  }
  const cols = [...(rows[0]?.keys() ?? [])]
  const isUniform =
    cols.length > 0 && rows.every((row) => row.size === cols.length && cols.every((col) => row.has(col)))
  if (!isUniform) return null
  return { cols, rows: rows.map((row) => cols.map((col) => row.get(col) ?? null)) }
}

function flatten(item: JsonObject): ReadonlyMap<string, JsonValue> | null {
  const row = new Map<string, JsonValue>()
  for (const [key, value] of Object.entries(item)) {
    const cells = isRecord(value) ? Object.entries(value) : null
    if (cells === null || cells.length === 0) {
      if (!isCell(value) || row.has(key)) return null
      row.set(key, value)
      continue
    }
    for (const [inner, cell] of cells) {
      const name = `${key}.${inner}`
      if (!isPlain(cell) || row.has(name)) return null
      row.set(name, cell)
    }
  }
  return row
}

function isPlain(value: JsonValue): boolean {
  return value === null || typeof value !== 'object'
}

// A cell is a plain value, a short list of them, or an empty object.
function isCell(value: JsonValue): boolean {
  return Array.isArray(value) ? value.every(isPlain) : isPlain(value) || isRecord(value)
}
