import type { Kysely } from 'kysely'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

// The table of objects that investigations have read and that something may be done to.
export const OBJECT_READS_MIGRATION: Migration = Object.freeze({
  name: '0007-object-reads',
  statements: [
    `create table object_reads (
      organisation text not null references organisations (name), investigation text not null, object text not null,
      resource_version text not null, at bigint not null,
      primary key (organisation, investigation, object))`,
  ],
})

// Objects as investigations last read them; they are forgotten with their investigation.
export function createObjectReads(db: Kysely<Schema>): Store['objectReads'] {
  return {
    async put({ organisation, investigation, object, ...read }) {
      await db
        .insertInto('object_reads')
        .values({ organisation, investigation, object, ...read })
        .onConflict((conflict) =>
          conflict.columns(['organisation', 'investigation', 'object']).doUpdateSet(read),
        )
        .execute()
    },
    async find(organisation, { investigation, object }) {
      const row = await db
        .selectFrom('object_reads')
        .select('resource_version')
        .where('organisation', '=', organisation)
        .where('investigation', '=', investigation)
        .where('object', '=', object)
        .executeTakeFirst()
      return row?.resource_version ?? null
    },
  }
}
