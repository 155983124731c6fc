import { stringify } from 'yaml'
import { toPlain, toTable } from './table.ts'

type Grid = Readonly<{ cols: readonly string[]; rows: readonly (readonly unknown[])[] }>

// A sealed answer for a person: what was seen comes first, then the body, lists as tables.
export function toAnswerText(answer: Readonly<Record<string, unknown>>): string {
  const { visibility, line, ...rest } = answer
  const head = `visibility: ${toPlain(String(visibility))}\n${line === undefined ? '' : `${toPlain(String(line))}\n`}`
  const sections = Object.entries(rest).map(([key, value]) => toSection(key, value))
  return `${head}\n${sections.join('')}`
}

function toSection(key: string, value: unknown): string {
  if (!isGrid(value)) return toSafeYaml({ [key]: value })
  const { cols, rows, ...more } = value
  const table = toTable(
    cols,
    rows.map((row) => row.map(toCell)),
  )
  const others = Object.keys(more).length === 0 ? '' : indent(toSafeYaml(more))
  return `${toPlain(key)}:\n${indent(table)}${others}`
}

function isGrid(value: unknown): value is Grid {
  if (typeof value !== 'object' || value === null || !('cols' in value) || !('rows' in value)) return false
  return Array.isArray(value.cols) && Array.isArray(value.rows) && value.rows.every(Array.isArray)
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '-'
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
