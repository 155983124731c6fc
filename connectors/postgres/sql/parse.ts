import { ArgumentError, SourceError } from '@vedette/proto/connector'

// A statement's tree as PostgreSQL's own parser gives it: nodes are objects under a key in capitals.
export type Tree = Readonly<{ statements: readonly unknown[] }>

// Parses by PostgreSQL's own grammar, loaded on first use. Throws ArgumentError naming the field for text that does
// not parse, without repeating it.
export async function parseSql(sql: string, field: string): Promise<Tree> {
  const { loadModule, parseSync, hasSqlDetails } = await import('libpg-query').catch(() => {
    throw new SourceError('unusable', { why: 'internal' })
  })
  await loadModule()
  try {
    const { stmts = [] } = parseSync(sql)
    return { statements: stmts.map((one) => one.stmt) }
  } catch (error) {
    const position = hasSqlDetails(error) ? error.sqlDetails?.cursorPosition : undefined
    const where = position === undefined ? '' : ` near character ${position + 1}`
    throw new ArgumentError({
      field,
      message: `${field} is not a statement of PostgreSQL${where}`,
      fix: 'give one SELECT in the syntax of PostgreSQL',
    })
  }
}
