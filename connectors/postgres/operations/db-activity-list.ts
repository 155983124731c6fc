import { serve } from '@vedette/proto/connector'
import { dbActivityList } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { round, toReading, toStatement } from '../reading.ts'
import type { Session } from '../session.ts'
import {
  type ClientSession,
  isHidden,
  isUntracked,
  readSessions,
  toDuration,
  toHidden,
  toState,
} from '../sessions.ts'

// Sessions, longest first. One that waits for a lock is active too, and is listed with the active ones.
export const activityList = serve<PostgresClient, typeof dbActivityList.input, typeof dbActivityList.output>(
  dbActivityList,
  async (client, input, context) =>
    client.read(context, async (session) => {
      const inScope = (await readSessions(session)).filter(
        (one) =>
          (input.database === undefined || one.database === input.database) &&
          (input.user === undefined || one.user === input.user),
      )
      const least = input.min_duration_s ?? 0
      const found = inScope
        .filter((one) => !isHidden(one) && !isUntracked(one))
        .filter((one) => isWanted(toState(one), input.state) && (toDuration(one) ?? 0) >= least)
        .sort((a, b) => (toDuration(b) ?? 0) - (toDuration(a) ?? 0) || a.pid - b.pid)
      const rows = found.slice(0, input.limit).map(toRow)
      const hidden = toHidden(inScope)
      const untracked = inScope.some(isUntracked)
      const total = hidden.length === 0 && !untracked ? found.length : null
      return toReading(
        { sessions: rows, total },
        {
          ...{ client, context, session, whole: true, hidden, items: rows.length, proof: 'enumerated' },
          cutTo: found.length > rows.length ? found.length : undefined,
          gaps: untracked && rows.length > 0,
          doubt: rows.length > 0 ? undefined : await findDoubt(session, input, untracked),
        },
      )
    }),
)

function isWanted(state: string, wanted: z.output<typeof dbActivityList.input>['state']): boolean {
  if (wanted === 'all' || state === wanted) return true
  return wanted === 'active' && state === 'waiting'
}

function toRow(one: ClientSession) {
  return {
    id: String(one.pid),
    database: one.database,
    user: one.user,
    application: one.application,
    address: one.address,
    state: toState(one),
    statement: toStatement(one.statement),
    statement_s: round(one.statement_s),
    transaction_s: round(one.transaction_s),
    wait: one.wait_type === null ? null : `${one.wait_type}:${one.wait ?? 'unknown'}`,
    blocked_by: one.blocked_by,
  }
}

const KNOWN = `
select $1::text is null or exists (select 1 from pg_database where datname = $1) as database_known,
       $2::text is null or exists (select 1 from pg_roles where rolname = $2) as user_known`

// Nothing found proves absence only where the filters name what exists.
async function findDoubt(
  session: Session,
  input: Readonly<{ database?: string | undefined; user?: string | undefined }>,
  untracked: boolean,
): Promise<string | undefined> {
  if (untracked) return 'activities_not_tracked'
  const schema = z.object({ database_known: z.boolean(), user_known: z.boolean() })
  const values = [input.database ?? null, input.user ?? null]
  const known = await session.row({ name: 'filters', sql: KNOWN, values, schema })
  if (!known.database_known) return 'database_unknown'
  return known.user_known ? undefined : 'user_unknown'
}
