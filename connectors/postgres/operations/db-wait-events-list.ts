import { serve } from '@vedette/proto/connector'
import { dbWaitEventsList } from '@vedette/proto/operations/db'
import { z } from 'zod'
import type { PostgresClient } from '../client.ts'
import { toReading, toStatement } from '../reading.ts'
import type { Session } from '../session.ts'
import { type ClientSession, isHidden, isUntracked, readSessions, toHidden } from '../sessions.ts'

const SAMPLES = 5
// The server itself waits between samples, and forgets the snapshot that it keeps for a transaction.
const PAUSE = 'select pg_sleep(0.1) is null as slept, pg_stat_clear_snapshot() is null as cleared'

type GroupBy = z.output<typeof dbWaitEventsList.input>['group_by']

// What active sessions wait for in a few samples taken now: PostgreSQL keeps no history of waits.
export const waitEventsList = serve<
  PostgresClient,
  typeof dbWaitEventsList.input,
  typeof dbWaitEventsList.output
>(dbWaitEventsList, async (client, { group_by, limit }, context) =>
  client.read(context, async (session) => {
    const seen = await sample(session)
    const active = seen.filter((one) => one.state === 'active' && !isHidden(one))
    const groups = [
      ...Map.groupBy(active, (one) => JSON.stringify([toGroup(one, group_by), classOf(one, group_by)])),
    ]
      .flatMap(([, members]) => toRow(members, group_by, active.length))
      .sort((a, b) => b.share - a.share)
    const shown = groups.slice(0, limit)
    const untracked = seen.some(isUntracked)
    const value = { groups: shown, covers: 'now' as const, samples: SAMPLES, total: groups.length }
    return toReading(value, {
      ...{
        client,
        context,
        session,
        whole: true,
        items: shown.length,
        proof: 'enumerated',
        hidden: toHidden(seen),
      },
      cutTo: groups.length > shown.length ? groups.length : undefined,
      gaps: untracked && shown.length > 0,
      doubt: untracked && shown.length === 0 ? 'activities_not_tracked' : undefined,
    })
  }),
)

async function sample(session: Session): Promise<ClientSession[]> {
  const seen = await readSessions(session)
  const schema = z.object({ slept: z.boolean(), cleared: z.boolean() })
  for (let taken = 1; taken < SAMPLES; taken++) {
    await session.row({ name: 'pause', sql: PAUSE, schema })
    seen.push(...(await readSessions(session)))
  }
  return seen
}

const GROUPS: Readonly<Record<GroupBy, (one: ClientSession) => string | null>> = Object.freeze({
  wait: (one: ClientSession) =>
    one.wait_type === null ? 'CPU' : `${one.wait_type}:${one.wait ?? 'unknown'}`,
  statement: (one: ClientSession) => toStatement(one.statement),
  user: (one: ClientSession) => one.user,
  host: (one: ClientSession) => one.address,
  application: (one: ClientSession) => one.application,
})

function toGroup(one: ClientSession, groupBy: GroupBy): string | null {
  return GROUPS[groupBy](one)
}

// A session that is active and waits for nothing is on the processor, or about to be.
function classOf(one: ClientSession, groupBy: GroupBy): string | null {
  return groupBy === 'wait' ? (one.wait_type ?? 'CPU') : null
}

function toRow(members: readonly ClientSession[], groupBy: GroupBy, all: number) {
  const [first] = members
  if (first === undefined) return []
  return [
    {
      group: toGroup(first, groupBy),
      class: classOf(first, groupBy),
      average_active_sessions: members.length / SAMPLES,
      share: Math.round((1000 * members.length) / all) / 1000,
      signature: null,
    },
  ]
}
