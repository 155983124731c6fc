import { type Kysely, type Selectable, sql } from 'kysely'
import { toPattern } from './investigations.ts'
import type { FactRow, KnowledgeRow, KnowledgeStore } from './memory-types.ts'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'

// The tables of what was learned and of what people and models wrote down.
export const KNOWLEDGE_MIGRATION: Migration = Object.freeze({
  name: '0004-knowledge',
  statements: [
    `create table knowledge_facts (
      organisation text not null references organisations (name), id text not null, kind text not null,
      from_name text not null, to_name text not null, namespace text, scope text not null,
      operation text not null, call text, seen_at bigint not null,
      primary key (organisation, id))`,
    'create index knowledge_facts_by_time on knowledge_facts (organisation, seen_at)',
    `create table knowledge_notes (
      organisation text not null references organisations (name), id text not null, kind text not null,
      text text not null, state text not null, proposed_by text not null, author text not null,
      investigation text, created_at bigint not null, decided_by text, decided_at bigint,
      primary key (organisation, id))`,
  ],
})

const CHUNK = 200

// Facts and notes. A fact is never older for being read again.
export function createKnowledgeRows(db: Kysely<Schema>): KnowledgeStore {
  return {
    async putFacts(rows) {
      for (let at = 0; at < rows.length; at += CHUNK)
        await db
          .insertInto('knowledge_facts')
          .values(rows.slice(at, at + CHUNK).map((row) => ({ ...row, scope: JSON.stringify(row.scope) })))
          .onConflict((conflict) =>
            conflict
              .columns(['organisation', 'id'])
              .doUpdateSet((eb) => ({
                operation: eb.ref('excluded.operation'),
                call: eb.ref('excluded.call'),
                seen_at: eb.ref('excluded.seen_at'),
              }))
              .whereRef('knowledge_facts.seen_at', '<=', 'excluded.seen_at'),
          )
          .execute()
    },
    async facts(organisation, { since, kind, name, limit }) {
      let query = db
        .selectFrom('knowledge_facts')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('seen_at', '>=', since)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      if (name !== undefined) {
        const pattern = toPattern(name)
        query = query.where((eb) =>
          eb.or([
            sql<boolean>`lower(from_name) like ${pattern} escape '!'`,
            sql<boolean>`lower(to_name) like ${pattern} escape '!'`,
          ]),
        )
      }
      const rows = await query.orderBy('seen_at', 'desc').orderBy('id').limit(limit).execute()
      return rows.map(toFact)
    },
    async addNote(row) {
      await db.insertInto('knowledge_notes').values(row).execute()
    },
    async notes(organisation, { state, limit }) {
      let query = db.selectFrom('knowledge_notes').selectAll().where('organisation', '=', organisation)
      if (state !== undefined) query = query.where('state', '=', state)
      const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
      return rows.map(toNote)
    },
    async findNote(organisation, id) {
      const row = await db
        .selectFrom('knowledge_notes')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toNote(row)
    },
    async decide(organisation, id, set) {
      const { numUpdatedRows } = await db
        .updateTable('knowledge_notes')
        .set(set)
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .where('state', '!=', set.state)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async prune(organisation, { facts, most, notes }) {
      const edge = await db
        .selectFrom('knowledge_facts')
        .select('seen_at')
        .where('organisation', '=', organisation)
        .orderBy('seen_at', 'desc')
        .limit(1)
        .offset(most)
        .executeTakeFirst()
      const gone = await db
        .deleteFrom('knowledge_facts')
        .where('organisation', '=', organisation)
        .where('seen_at', '<', Math.max(facts, edge === undefined ? facts : edge.seen_at + 1))
        .executeTakeFirstOrThrow()
      const dropped = await db
        .deleteFrom('knowledge_notes')
        .where('organisation', '=', organisation)
        .where('state', '!=', 'accepted')
        .where('created_at', '<', notes)
        .executeTakeFirstOrThrow()
      return Number(gone.numDeletedRows + dropped.numDeletedRows)
    },
  }
}

// Kinds and states are written by this room's callers alone, so they are those of the types.
function toFact(row: Selectable<Schema['knowledge_facts']>): FactRow {
  return { ...row, scope: JSON.parse(row.scope) } as FactRow
}

function toNote(row: Selectable<Schema['knowledge_notes']>): KnowledgeRow {
  return { ...row } as KnowledgeRow // as above
}
