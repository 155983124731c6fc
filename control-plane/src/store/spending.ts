import type { Kysely } from 'kysely'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

// The table of what was spent at vendors: calls of an organisation in a day in UTC.
export const SPENDING_MIGRATION: Migration = Object.freeze({
  name: '0006-metered-spending',
  statements: [
    `create table metered_spending (
      organisation text not null references organisations (name), day bigint not null, calls bigint not null,
      primary key (organisation, day))`,
  ],
})

// Counts of reads that cost money; each addition is one statement, so replicas never lose one of each other's.
export function createSpending(db: Kysely<Schema>): Store['spending'] {
  return {
    async find(organisation, day) {
      const row = await db
        .selectFrom('metered_spending')
        .select('calls')
        .where('organisation', '=', organisation)
        .where('day', '=', day)
        .executeTakeFirst()
      return Number(row?.calls ?? 0)
    },
    async add(organisation, { day, calls }) {
      const row = await db
        .insertInto('metered_spending')
        .values({ organisation, day, calls })
        .onConflict((conflict) =>
          conflict
            .columns(['organisation', 'day'])
            .doUpdateSet((eb) => ({ calls: eb('metered_spending.calls', '+', calls) })),
        )
        .returning('calls')
        .executeTakeFirstOrThrow()
      if (Number(row.calls) === calls)
        await db
          .deleteFrom('metered_spending')
          .where('organisation', '=', organisation)
          .where('day', '<', day)
          .execute()
      return Number(row.calls)
    },
  }
}
