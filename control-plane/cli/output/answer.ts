import { stringify } from 'yaml'
import { toLinesText, toTemplatesText } from './logs.ts'
import { toPlain, toTable } from './table.ts'

type Grid = Readonly<{ cols: readonly string[]; rows: readonly (readonly unknown[])[] }>
type Fields = Readonly<Record<string, unknown>>

// Wider cells make a table harder to read than one item below the other.
const WIDEST_CELL = 80

// A sealed answer for a person: what was seen comes first, then the body, lists as tables.
export function toAnswerText(answer: Fields): string {
  const { visibility, line, ...rest } = answer
  const head = `visibility: ${toPlain(String(visibility))}\n${line === undefined ? '' : `${toPlain(String(line))}\n`}`
  return `${head}\n${toSections(rest)}`
}

function toSections(fields: Fields): string {
  return Object.entries(fields)
    .map(([key, value]) => toSection(key, value))
    .join('')
}

function toSection(key: string, value: unknown): string {
  const logs = key === 'templates' ? toTemplatesText(value) : toLinesText(value)
  if (logs !== null && logs !== '') return `${toPlain(key)}:\n${indent(logs)}`
  const grid = toGrid(value)
  if (grid !== null) {
    const { cols: _, rows: __, ...more } = Array.isArray(value) ? { cols: null, rows: null } : Object(value)
    return `${toPlain(key)}:\n${indent(toGridText(grid))}${indent(toSections(more))}`
  }
  if (isFields(value) && hasGrid(value)) return `${toPlain(key)}:\n${indent(toSections(value))}`
  return toSafeYaml({ [key]: value })
}

// A list in columns as it is, and a list of plain objects that a table can hold; null for anything else.
function toGrid(value: unknown): Grid | null {
  if (!Array.isArray(value)) return isGrid(value) ? value : null
  if (value.length === 0 || !value.every(isFields)) return null
  const cols = [...new Set(value.flatMap((item) => Object.keys(item)))]
  const rows = value.map((item) => cols.map((col) => item[col]))
  return rows.flat().every(fitsCell) ? { cols, rows } : null
}

function isGrid(value: unknown): value is Grid {
  if (!isFields(value) || !('cols' in value) || !('rows' in value)) return false
  return Array.isArray(value.cols) && Array.isArray(value.rows) && value.rows.every(Array.isArray)
}

function hasGrid(value: Fields): boolean {
  return Object.values(value).some((one) => toGrid(one) !== null || (isFields(one) && hasGrid(one)))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fitsCell(value: unknown): boolean {
  const isPlain = isFields(value) ? isFlat(value) : !Array.isArray(value) || value.every(isScalar)
  return isPlain && toCell(value).length <= WIDEST_CELL
}

function isFlat(value: Fields): boolean {
  return Object.values(value).every(isScalar)
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object'
}

function toGridText({ cols, rows }: Grid): string {
  return rows.length === 0
    ? '(no rows)\n'
    : toTable(
        cols,
        rows.map((row) => row.map(toCell)),
      )
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (Array.isArray(value) && value.every(isScalar)) return value.length === 0 ? '-' : value.join(', ')
  if (isFields(value) && isFlat(value))
    return Object.entries(value)
      .map(([key, one]) => `${key}=${one}`)
      .join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function toSafeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0 })
    .split('\n')
    .map((line) =>
      line.trimStart() === ''
        ? line
        : line.replace(/^( *)(.*)$/, (_, spaces, text) => spaces + toPlain(text)),
    )
    .join('\n')
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ')
}
