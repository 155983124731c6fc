import { toAnswerText } from './answer.ts'
import { toPlain, toTable } from './table.ts'

type Family = Readonly<{
  family: string
  tools: number
  served: number
  possible: number
  denied: number
  missing: number
  connect: readonly string[]
}>

const HEAD = ['FAMILY', 'TOOLS', 'SERVED', 'DENIED', 'MISSING', 'NOT KNOWN', 'READ FROM ANY OF']

// The catalogue for a person: families that are served first, then the others, with what would serve them; any other
// answer of the tool as an answer.
export function toCatalogText(answer: Readonly<Record<string, unknown>>): string {
  const families = readFamilies(answer.families)
  if (families === null || answer.visibility !== 'full') return toAnswerText(answer)
  const isServed = ({ served }: Family) => served > 0
  const ordered = [...families.filter(isServed), ...families.filter((one) => !isServed(one))]
  const sum = (key: 'tools' | 'served' | 'denied') => families.reduce((all, one) => all + one[key], 0)
  return [
    `visibility: full\n${answer.line === undefined ? '' : `${toPlain(String(answer.line))}\n`}\n`,
    toTable(HEAD, ordered.map(toRow)),
    `\n${sum('served')} of ${sum('tools')} tools are served now; denied by policy: ${sum('denied')}.\n`,
    'One family: `vedette catalog FAMILY`. Connectors of this version: `vedette connect --help`.\n',
  ].join('')
}

function toRow({ family, tools, served, denied, missing, possible, connect }: Family): readonly string[] {
  const counts = [tools, served, denied, missing, possible].map(String)
  return [family, ...counts, connect.join(', ')]
}

// The rows of the answer's table by the names of its columns; null when it is none that this version knows.
function readFamilies(value: unknown): readonly Family[] | null {
  const { cols, rows } = Object(value)
  const items: readonly unknown[] | null = Array.isArray(value) ? value : toItems(cols, rows)
  return items?.every(isFamily) ? items : null
}

function toItems(cols: unknown, rows: unknown): readonly unknown[] | null {
  if (!Array.isArray(cols) || !Array.isArray(rows) || !rows.every(Array.isArray)) return null
  return rows.map((row) => Object.fromEntries(cols.map((col, at) => [col, row[at]])))
}

function isFamily(value: unknown): value is Family {
  const one = Object(value)
  const counts = [one.tools, one.served, one.possible, one.denied, one.missing]
  return (
    typeof one.family === 'string' &&
    counts.every((count) => typeof count === 'number') &&
    Array.isArray(one.connect)
  )
}
