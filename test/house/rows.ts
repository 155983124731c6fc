/** The test that proves a row: its file from the root and its exact name. */
export type RowTest = { readonly file: string; readonly name: string }

/** One promise of the threat or the fault table; it is done only with the name of a test that passes. */
export type Row =
  | { readonly id: string; readonly title: string; readonly statement: string; readonly status: 'planned' }
  | {
      readonly id: string
      readonly title: string
      readonly statement: string
      readonly status: 'done'
      readonly test: RowTest
    }

/** A table as text: one line a row with its id, its status and its title, and a count at the end. */
export function printRows(name: string, rows: readonly Row[]): string {
  const done = rows.filter((row) => row.status === 'done').length
  const lines = rows.map((row) => `${row.id}  ${row.status.padEnd(7)}  ${row.title}`)
  return [`${name}: ${done} of ${rows.length} done`, ...lines].join('\n')
}

/**
 * The problems of rows that call themselves done: the named test file is missing (`readText` gives undefined),
 * holds no test of exactly that name, or skips it. Whether the test passed is checked after the whole run.
 */
export function findRowProblems(
  rows: readonly Row[],
  readText: (path: string) => string | undefined,
): string[] {
  return rows.flatMap((row) => {
    if (row.status !== 'done') return []
    const text = readText(row.test.file)
    if (text === undefined) return [`${row.id}: ${row.test.file} does not exist`]
    const call = findTestCall(text, row.test.name)
    if (call === undefined) return [`${row.id}: ${row.test.file} has no test named "${row.test.name}"`]
    return call.isSkipped ? [`${row.id}: "${row.test.name}" is skipped in ${row.test.file}`] : []
  })
}

function findTestCall(text: string, name: string): { isSkipped: boolean } | undefined {
  const quoted = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'")
  const call = new RegExp(`\\b(?:test|it)(\\.\\w+)?\\(\\s*(['"\`])${quoted}\\2\\s*,\\s*(\\{[^}]*\\})?`).exec(
    text,
  )
  if (call === null) return undefined
  const options = call[3] ?? ''
  return { isSkipped: /\.(skip|todo)/.test(call[1] ?? '') || /\b(skip|todo)\s*:/.test(options) }
}
