import { toPlain } from './table.ts'

type Row = Readonly<Record<string, unknown>>

// Templates of log lines for a person: new ones marked, how often and when, and one line as it was.
export function toTemplatesText(value: unknown): string | null {
  const rows = toRows(value)
  if (rows === null || !rows.every((row) => typeof row['template'] === 'string')) return null
  return rows
    .map((row) => {
      const mark = row['new'] === true ? 'new' : row['new'] === false ? '' : 'new?'
      const head = `${mark.padEnd(5)}${toCount(row['n']).padStart(6)}x  ${toWord(row['severity']).padEnd(8)}  `
      const under = ' '.repeat(head.length)
      const sample = row['sample'] === row['template'] ? '' : `${under}e.g. ${toText(row['sample'])}\n`
      return `${head}${toText(row['template'])}\n${under}${toWord(row['first'])} to ${toWord(row['last'])}\n${sample}`
    })
    .join('')
}

// Log lines for a person, one each; null where they are not such lines.
export function toLinesText(value: unknown): string | null {
  const rows = toRows(value)
  if (rows === null || rows.length === 0) return null
  if (!rows.every((row) => typeof row['message'] === 'string' && 'from' in row)) return null
  return rows
    .map((row) => {
      const trace = row['trace_lines'] === undefined ? '' : ` (+${row['trace_lines']} lines of trace)`
      const where = toText(row['service'] ?? row['workload'] ?? row['host'] ?? row['from'])
      return `${toWord(row['at'])}  ${toWord(row['severity']).padEnd(8)}  ${where}  ${toText(row['message'])}${trace}\n${toCauses(row['causes'])}`
    })
    .join('')
}

function toCauses(causes: unknown): string {
  return Array.isArray(causes) ? causes.map((cause) => `    ${toText(cause)}\n`).join('') : ''
}

// Rows as they come: a list of records, or columns and rows.
function toRows(value: unknown): readonly Row[] | null {
  if (Array.isArray(value)) return value.every(isRow) ? value : null
  if (!isRow(value) || !Array.isArray(value['cols']) || !Array.isArray(value['rows'])) return null
  const cols: readonly unknown[] = value['cols']
  const rows: readonly unknown[] = value['rows']
  if (!rows.every(Array.isArray)) return null
  return rows.map((row: readonly unknown[]) =>
    Object.fromEntries(cols.map((col, at) => [String(col), row[at]])),
  )
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// A lower bound is told as one, and what nobody could count as such.
function toCount(n: unknown): string {
  if (typeof n === 'number') return String(n)
  return isRow(n) && typeof n['at_least'] === 'number' ? `>=${n['at_least']}` : '?'
}

function toWord(value: unknown): string {
  return typeof value === 'string' ? toPlain(value) : '-'
}

function toText(value: unknown): string {
  return toPlain(String(value ?? '-')).replaceAll(/[\n\t]/g, ' ')
}
