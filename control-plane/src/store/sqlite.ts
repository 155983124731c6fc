import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Dialect, SqliteDialect } from 'kysely'

const BUSY_MS = 5_000
const STATEMENTS_KEPT = 256

// Kysely's SQLite dialect over node:sqlite. The file is made with mode 0600; `:memory:` is a database of its own.
// Other processes may open the same file: writers wait up to 5 s for each other.
export function createSqliteDialect(file: string): Dialect {
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
  const db = new DatabaseSync(file, { timeout: BUSY_MS, enableForeignKeyConstraints: true })
  db.exec('pragma journal_mode = wal; pragma synchronous = full')
  const kept = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const statement = db.prepare(text)
    if (kept.size < STATEMENTS_KEPT) kept.set(text, statement)
    return statement
  }
  return new SqliteDialect({
    database: {
      prepare(text) {
        // A transaction that reads before it writes must own the write lock at once, or two would deadlock.
        const statement = prepare(text === 'begin' ? 'begin immediate' : text)
        return {
          reader: statement.columns().length > 0,
          all: (params) => statement.all(...toValues(params)),
          run: (params) => statement.run(...toValues(params)),
          iterate: (params) => statement.iterate(...toValues(params)),
        }
      },
      close: () => db.close(),
    },
  })
}

// Kysely hands parameters over as unknown; our schema holds only text, numbers and null.
function toValues(params: readonly unknown[]): SQLInputValue[] {
  return params as SQLInputValue[]
}
