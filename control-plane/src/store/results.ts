import type { Kysely } from 'kysely'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

// The table of result sets: what was larger than an answer, for an hour, for whoever asked.
export const RESULTS_MIGRATION: Migration = Object.freeze({
  name: '0005-result-sets',
  statements: [
    `create table result_sets (
      organisation text not null references organisations (name), principal text not null, id text not null,
      tool text not null, created_at bigint not null, expires_at bigint not null, bytes bigint not null,
      body text not null,
      primary key (organisation, principal, id))`,
    'create index result_sets_by_expiry on result_sets (organisation, expires_at)',
  ],
})

// Result sets. Each is reached by its organisation, its principal and its handle at once: there is no other way.
export function createResultRows(db: Kysely<Schema>): Store['results'] {
  return {
    async add(row) {
      await db.insertInto('result_sets').values(row).execute()
    },
    async find(organisation, { principal, id, now }) {
      const row = await db
        .selectFrom('result_sets')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('principal', '=', principal)
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row ?? null
    },
    async list(organisation, principal) {
      return db
        .selectFrom('result_sets')
        .select(['id', 'bytes', 'created_at'])
        .where('organisation', '=', organisation)
        .where('principal', '=', principal)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
    },
    async remove(organisation, { principal, ids }) {
      if (ids.length === 0) return
      await db
        .deleteFrom('result_sets')
        .where('organisation', '=', organisation)
        .where('principal', '=', principal)
        .where('id', 'in', [...ids])
        .execute()
    },
    async expire(organisation, now) {
      await db
        .deleteFrom('result_sets')
        .where('organisation', '=', organisation)
        .where('expires_at', '<=', now)
        .execute()
    },
  }
}
