/** The test that proves a row: its file from the root and its exact name. */
export type RowTest = { readonly file: string; readonly name: string }

/** One promise of the threat or the fault table; it is done only with the names of tests that pass, which together prove it. */
export type Row =
  | { readonly id: string; readonly title: string; readonly statement: string; readonly status: 'planned' }
  | {
      readonly id: string
      readonly title: string
      readonly statement: string
      readonly status: 'done'
      readonly tests: readonly [RowTest, ...RowTest[]]
    }

/** A table as text: one line a row with its id, its status and its title, and a count at the end. */
export function printRows(name: string, rows: readonly Row[]): string {
  const done = rows.filter((row) => row.status === 'done').length
  const lines = rows.map((row) => `${row.id}  ${row.status.padEnd(7)}  ${row.title}`)
  return [`${name}: ${done} of ${rows.length} done`, ...lines].join('\n')
}

/**
 * The problems of rows that call themselves done: a named test file is missing (`readText` gives undefined),
 * holds no test of exactly that name, or skips it. Whether the test passed is checked after the whole run.
 */
export function findRowProblems(
  rows: readonly Row[],
  readText: (path: string) => string | undefined,
): string[] {
  return rows.flatMap((row) => {
    if (row.status !== 'done') return []
    return row.tests.flatMap(({ file, name }) => {
      const text = readText(file)
      if (text === undefined) return [`${row.id}: ${file} does not exist`]
      const call = findTestCall(text, name)
      if (call === undefined) return [`${row.id}: ${file} has no test named "${name}"`]
      return call.isSkipped ? [`${row.id}: "${name}" is skipped in ${file}`] : []
    })
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
