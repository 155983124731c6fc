import { ArgumentError, serve } from '@vedette/proto/connector'
import { dbQueriesExplain } from '@vedette/proto/operations/db'
import type { PostgresClient } from '../client.ts'
import { toStatementError } from '../errors.ts'
import { parsePlan } from '../plan.ts'
import { toReading } from '../reading.ts'
import type { Session } from '../session.ts'
import { findSignature } from '../signature.ts'
import { checkSelect } from '../sql/check.ts'
import { checkShadows } from '../sql/shadows.ts'
import { findStatements } from '../statements.ts'

// Plans a SELECT without running it. A normalised statement is planned for unknown values of its parameters.
export const queriesExplain = serve<
  PostgresClient,
  typeof dbQueriesExplain.input,
  typeof dbQueriesExplain.output
>(dbQueriesExplain, async (client, { sql, signature }, context) => {
  if ((sql === undefined) === (signature === undefined))
    throw new ArgumentError({
      field: 'sql',
      message: 'sql or signature is needed, and not both',
      fix: 'give one of the two',
    })
  return client.read(context, async (session) => {
    const field = sql === undefined ? 'signature' : 'sql'
    const text = sql ?? (await readText(session, signature ?? ''))
    const checked = await checkSelect(text, { field, parameters: sql === undefined })
    await checkShadows(session, checked, field)
    const facts = { credential: client.instance, waited: 0, field, relations: checked.relations }
    const plan = await explain(session, text, checked.parameters).catch((error: unknown) => {
      throw toStatementError(error, facts)
    })
    const value = {
      signature: signature ?? null,
      statement: text,
      how: 'estimated' as const,
      ...plan,
      sampled_at: null,
    }
    return toReading(value, { client, context, session, items: Math.max(1, plan.nodes.length) })
  })
})

async function readText(session: Session, signature: string): Promise<string> {
  const { text } = await findSignature(session, await findStatements(session), signature)
  return text ?? ''
}

async function explain(session: Session, text: string, parameters: number) {
  if (parameters === 0) {
    const { rows } = await session.run({ name: 'explain', sql: `explain (format json, verbose off) ${text}` })
    return parsePlan(rows)
  }
  // A plan for any value: without this the server would plan for NULL.
  await session.run({ name: 'generic', sql: 'set local plan_cache_mode = force_generic_plan' })
  await session.run({ name: 'prepare', sql: `prepare vedette_plan as ${text}` })
  const nulls = Array.from({ length: parameters }, () => 'null').join(', ')
  const { rows } = await session.run({
    name: 'explain',
    sql: `explain (format json) execute vedette_plan(${nulls})`,
  })
  // A pooler may hand the connection on.
  await session.run({ name: 'deallocate', sql: 'deallocate vedette_plan' })
  return parsePlan(rows)
}
