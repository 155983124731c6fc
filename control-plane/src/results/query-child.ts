// The process that runs one query: it is given rows, may read its own code and nothing else, and dies with its query.
import { readFileSync, writeSync } from 'node:fs'
import { constants, DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { gunzipSync } from 'node:zlib'
import { type Cell, toTable } from './flatten.ts'

// What the parent writes first, as one line of JSON; the kept body follows, in base64 of gzip.
type Question = Readonly<{
  sql: string
  list: string
  max_rows: number
  max_bytes: number
}>

// Bytes of one value: a set holds no longer one.
const VALUE_BYTES = 8 * 1024 * 1024

// Everything a query may call; what reads files, loads code, makes blobs of any size or knows of this process is not here.
const FUNCTIONS = new Set(
  `abs avg ceil ceiling char coalesce concat concat_ws count date datetime exp floor glob group_concat hex iif
  ifnull instr json json_array json_array_length json_each json_extract json_group_array json_group_object json_object
  json_quote json_tree json_type json_valid julianday length like ln log log10 log2 lower ltrim max min mod nullif octet_length
  pow power replace round rtrim sign sqrt strftime string_agg substr substring sum time timediff total trim trunc typeof
  unicode unixepoch upper -> ->> row_number rank dense_rank lag lead first_value last_value nth_value ntile`.split(
    /\s+/,
  ),
)
const TABLES = new Set(['rows', 'json_each', 'json_tree'])
// What folds many rows into one value, or numbers them.
const FOLDS = new Set(
  `avg count group_concat json_group_array json_group_object max min string_agg sum total row_number rank dense_rank lag
  lead first_value last_value nth_value ntile`.split(/\s+/),
)

const [head = '', body = ''] = split(readFileSync(0))
// Both were written by our own parent.
const question = JSON.parse(head) as Question
const lists = JSON.parse(gunzipSync(Buffer.from(body, 'base64')).toString()) as Record<
  string,
  readonly Record<string, unknown>[]
>
say(run(question, lists[question.list] ?? []))

function split(input: Buffer): readonly [string, string] {
  const end = input.indexOf(10)
  return [input.subarray(0, end).toString(), input.subarray(end + 1).toString()]
}

function say(answer: unknown): void {
  const bytes = Buffer.from(JSON.stringify(answer))
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at)
}

function run({ sql, max_rows, max_bytes }: Question, rows: readonly Record<string, unknown>[]) {
  const options = { allowExtension: false, limits: { length: VALUE_BYTES } }
  const db = new DatabaseSync(':memory:', options)
  // Nothing is spilt to a file.
  db.exec('pragma temp_store = memory')
  const table = toTable(rows)
  fill(db, table)
  const guard = setGuard(db)
  try {
    const statement = db.prepare(sql)
    const why = findObjection(sql, statement)
    if (why !== null) return { error: why, columns: table.columns }
    return { ...collect(statement, { max_rows, max_bytes }), folds: guard.folds(), schema: table.columns }
  } catch (error) {
    return { error: guard.denied() ?? toCode(error), detail: toDetail(error), columns: table.columns }
  }
}

function fill(db: DatabaseSync, { columns, rows }: ReturnType<typeof toTable>): void {
  const list = columns.length === 0 ? [{ name: '_', type: 'ANY' as const }] : columns
  const typed = list.map(({ name, type }) => `${quote(name)} ${type === 'ANY' ? '' : type}`)
  db.exec(`create table "rows" (${typed.join(', ')})`)
  const insert = db.prepare(`insert into "rows" values (${list.map(() => '?').join(', ')})`)
  db.exec('begin')
  for (const row of rows) insert.run(...row.map(toBound))
  db.exec('commit')
}

// Numbers are bound as floats; a whole one is whole.
function toBound(cell: Cell): string | number | bigint | null {
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? BigInt(cell) : cell
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

// From here on only SELECT, READ of the rows, and named functions; the first that is refused is told.
function setGuard(db: DatabaseSync) {
  let denied: string | null = null
  let selects = 0
  let isFolded = false
  db.setAuthorizer((action, first, second, database) => {
    if (action === constants.SQLITE_SELECT) {
      selects += 1
      return constants.SQLITE_OK
    }
    // Without a database it is a query's own part: a common table expression or a subquery.
    const isOwn = action === constants.SQLITE_READ && (database === null || TABLES.has(first ?? ''))
    if (isOwn) return constants.SQLITE_OK
    if (action === constants.SQLITE_FUNCTION) {
      const name = (second ?? '').toLowerCase()
      if (FOLDS.has(name)) isFolded = true
      if (FUNCTIONS.has(name)) return constants.SQLITE_OK
      denied ??= 'function_not_allowed'
    }
    denied ??= action === constants.SQLITE_READ ? 'table_not_allowed' : 'statement_not_allowed'
    return constants.SQLITE_DENY
  })
  // One plain SELECT says the same over more rows; one that folds rows, or asks twice, may not.
  return { denied: () => denied, folds: () => ({ isFolded, selects }) }
}

function findObjection(sql: string, statement: StatementSync): string | null {
  const isRead = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/)*(?:select|with|values)\b/is.test(sql)
  if (!isRead || statement.columns().length === 0) return 'statement_not_allowed'
  const rest = sql.trim().slice(statement.sourceSQL.trim().length)
  return /^[\s;]*$/.test(rest) ? null : 'one_statement'
}

// Rows until one of the caps; which columns the query computed is told by SQLite itself.
function collect(
  statement: StatementSync,
  { max_rows, max_bytes }: Readonly<{ max_rows: number; max_bytes: number }>,
) {
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const columns = statement.columns().map(({ name, column }) => ({ name, computed: column === null }))
  const rows: (readonly Cell[])[] = []
  let bytes = 0
  let capped = false
  // Arrays are what setReturnArrays makes of rows.
  for (const row of statement.iterate() as unknown as Iterable<readonly SQLOutputValue[]>) {
    const cells = row.map(toCell)
    bytes += JSON.stringify(cells).length
    capped = rows.length >= max_rows || bytes > max_bytes
    if (capped) break
    rows.push(cells)
  }
  return { columns, rows, capped }
}

function toCell(value: SQLOutputValue): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : value.toString()
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
}

// SQLite's own result codes, folded into ours.
function toCode(error: unknown): string {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : -1
  if (code === 7) return 'out_of_memory'
  if (code === 18) return 'too_big'
  if (code === 23) return 'statement_not_allowed'
  return 'invalid_sql'
}

// SQLite's message names what it did not understand: words of the query and nothing else.
function toDetail(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 200) : ''
}
