import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { toInstant } from './rows.ts'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

// One row for each call, never changed. `list` gives the newest first.
export function createAudit(db: Kysely<Schema>): Store['audit'] {
  let count = 0
  // Rises within a process, so that rows of one millisecond keep their order.
  const createRowId = (at: number): string => {
    count = (count + 1) % 0x1000000
    const order = at.toString(16).padStart(12, '0') + count.toString(16).padStart(6, '0')
    return `${order}-${randomBytes(4).toString('hex')}`
  }
  return {
    async append({ at, agents, ...row }) {
      const time = Date.parse(at)
      await db
        .insertInto('audit')
        .values({ ...row, id: createRowId(time), at: time, agents: JSON.stringify(agents) })
        .execute()
    },
    async list(organisation, limit) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ id: _, at, agents, ...row }) => ({
        ...row,
        at: toInstant(at),
        agents: JSON.parse(agents),
      }))
    },
  }
}
