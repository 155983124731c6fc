import { ArgumentError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { Session } from '../session.ts'
import type { Checked } from './check.ts'
import { SAFE_FUNCTIONS } from './functions.ts'

const SQL = `
select p.proname::text as name, bool_or(n.nspname <> 'pg_catalog' and n.nspname = any(current_schemas(false))) as own
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
 where p.proname = any($1::text[]) group by p.proname`

// Asks the database what the statement's names stand for there. Throws ArgumentError when a function of its own hides
// a built-in one, or when a name after a dot is a function: PostgreSQL would call it (\`t.f\` is \`f(t)\`).
export async function checkShadows(session: Session, checked: Checked, field: string): Promise<void> {
  const names = [...new Set([...checked.functions, ...checked.fields])]
  if (names.length === 0) return
  const schema = z.object({ name: z.string(), own: z.boolean() })
  const known = await session.rows({ name: 'functions', sql: SQL, values: [names], schema })
  const hides = known.find((one) => one.own && checked.functions.includes(one.name))
  const called = known.find(
    (one) => checked.fields.includes(one.name) && (one.own || !SAFE_FUNCTIONS.has(one.name)),
  )
  if (hides === undefined && called === undefined) return
  throw new ArgumentError({
    field,
    message: `${field} names a function of the database that is not among those that may run`,
    fix: 'leave the function out; where a column has its name, select it without a table or alias before it',
  })
}
