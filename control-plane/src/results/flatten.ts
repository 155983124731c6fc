// Rows as a table of typed columns. This file stands alone: the process that queries may read little else.

export type Cell = string | number | null
export type Column = Readonly<{ name: string; type: 'TEXT' | 'INTEGER' | 'REAL' | 'ANY' }>
export type Table = Readonly<{ columns: readonly Column[]; rows: Iterable<readonly Cell[]> }>
type Row = Readonly<Record<string, unknown>>

// Columns at most; beyond, nested members stay JSON text in one column each, then all others in `_other`.
const COLUMNS_MAX = 400

// Nested records become `a.b` columns, lists JSON text, booleans 1 and 0. A member that a row has not is null; a
// column whose values are all of one kind has its type. Nothing is left out. Rows are made one at a time.
export function toTable(rows: readonly Row[]): Table {
  const deep = typesOf(rows, flatten)
  const isDeep = deep.size <= COLUMNS_MAX
  const cellsOf = isDeep ? flatten : toMembers
  const types = isDeep ? deep : typesOf(rows, toMembers)
  const names = [...types.keys()]
  const own = names.length <= COLUMNS_MAX ? names : names.slice(0, COLUMNS_MAX - 1)
  const others = names.slice(own.length)
  const unique = toUnique(own)
  const columns = own.map((name, at) => ({ name: unique[at] ?? name, type: toType(types.get(name)) }))
  return {
    columns: others.length === 0 ? columns : [...columns, { name: '_other', type: 'TEXT' }],
    rows: toRows(rows, { cellsOf, own, others }),
  }
}

type Cells = ReadonlyMap<string, unknown>
type Split = Readonly<{
  cellsOf: (row: Row) => Cells
  own: readonly string[]
  others: readonly string[]
}>

function* toRows(rows: readonly Row[], { cellsOf, own, others }: Split): Generator<readonly Cell[]> {
  for (const row of rows) {
    const cells = cellsOf(row)
    const shown = own.map((name) => toCell(cells.get(name)))
    yield others.length === 0 ? shown : [...shown, toOther(cells, others)]
  }
}

function toMembers(row: Row): Cells {
  return new Map(Object.entries(row))
}

// The kinds of values of each column, in the order in which columns are first seen.
function typesOf(rows: readonly Row[], cellsOf: (row: Row) => Cells): Map<string, Set<Column['type']>> {
  const types = new Map<string, Set<Column['type']>>()
  for (const row of rows)
    for (const [name, value] of cellsOf(row)) {
      const kinds = types.get(name) ?? new Set()
      types.set(name, kinds)
      const kind = kindOf(value)
      if (kind !== null) kinds.add(kind)
    }
  return types
}

// SQLite takes `A` and `a` for one name: the second gets a number.
function toUnique(names: readonly string[]): readonly string[] {
  const taken = new Set<string>(['_other'])
  return names.map((name) => {
    let one = name === '' ? '_' : name.replaceAll('\0', '')
    for (let n = 2; taken.has(one.toLowerCase()); n += 1) one = `${name}_${n}`
    taken.add(one.toLowerCase())
    return one
  })
}

function flatten(row: Row): Cells {
  const cells = new Map<string, unknown>()
  const walk = (value: unknown, at: string): void => {
    if (!isRecord(value) || Object.keys(value).length === 0) {
      cells.set(at, value)
      return
    }
    for (const [key, member] of Object.entries(value)) walk(member, at === '' ? key : `${at}.${key}`)
  }
  walk(row, '')
  return cells
}

function kindOf(value: unknown): Column['type'] | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return 'INTEGER'
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'INTEGER' : 'REAL'
  return 'TEXT'
}

function toType(kinds: ReadonlySet<Column['type']> | undefined): Column['type'] {
  if (kinds?.size === 2 && !kinds.has('TEXT')) return 'REAL'
  const [only] = kinds ?? []
  return kinds?.size === 1 && only !== undefined ? only : 'ANY'
}

function toCell(value: unknown): Cell {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === null || value === undefined ? null : JSON.stringify(value)
}

function toOther(row: Cells, names: readonly string[]): Cell {
  const rest = names.filter((name) => row.has(name)).map((name) => [name, row.get(name)])
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest))
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
