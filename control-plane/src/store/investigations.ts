import { type Kysely, type Selectable, sql } from 'kysely'
import type {
  EntryRow,
  InvestigationFilter,
  InvestigationRow,
  InvestigationStore,
  StepRow,
} from './memory-types.ts'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'

// The tables of investigations: threads, their calls, what was written to them, and which client is on which.
export const INVESTIGATIONS_MIGRATION: Migration = Object.freeze({
  name: '0004-investigations',
  statements: [
    `create table investigations (
      organisation text not null references organisations (name), id text not null, title text not null,
      titled_by text, principal text not null, client text not null, opened_at bigint not null,
      last_at bigint not null, calls bigint not null, partial bigint not null, none bigint not null,
      errors bigint not null, outcome text, outcome_by text,
      primary key (organisation, id))`,
    'create index investigations_by_use on investigations (organisation, last_at)',
    `create table investigation_steps (
      organisation text not null, investigation text not null, call text not null, n bigint not null,
      at bigint not null, principal text not null, tool text not null, title text not null, purpose text,
      arguments text not null,
      visibility text, error text, took_ms bigint not null, sources text not null,
      primary key (organisation, investigation, call))`,
    `create table investigation_entries (
      organisation text not null, investigation text not null, id text not null, at bigint not null,
      updated_at bigint not null, principal text not null, author text not null, kind text not null,
      text text not null, word text, evidence text not null,
      primary key (organisation, investigation, id))`,
    `create table investigation_threads (
      organisation text not null, principal text not null, client text not null, investigation text not null,
      at bigint not null,
      primary key (organisation, principal, client))`,
  ],
})

// Investigations; what is counted is counted in the statement that adds it.
export function createInvestigationRows(db: Kysely<Schema>): InvestigationStore {
  return {
    async open(row) {
      await db.insertInto('investigations').values(row).execute()
    },
    async find(organisation, id) {
      const row = await db
        .selectFrom('investigations')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toInvestigation(row)
    },
    async list(organisation, filter) {
      const rows = await select(db, organisation, filter).execute()
      return rows.map(toInvestigation)
    },
    async write(organisation, id, { field, text, author }) {
      const by = field === 'title' ? 'titled_by' : 'outcome_by'
      let query = db
        .updateTable('investigations')
        .set(field === 'title' ? { title: text, titled_by: author } : { outcome: text, outcome_by: author })
        .where('organisation', '=', organisation)
        .where('id', '=', id)
      if (author === 'model') query = query.where((eb) => eb.or([eb(by, 'is', null), eb(by, '=', 'model')]))
      const { numUpdatedRows } = await query.executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async addStep({ arguments: args, sources, ...row }, max) {
      const { organisation, investigation, visibility, error, at } = row
      await db.transaction().execute(async (trx) => {
        const thread = await trx
          .updateTable('investigations')
          .set((eb) => ({
            calls: eb('calls', '+', 1),
            partial: eb('partial', '+', visibility === 'partial' ? 1 : 0),
            none: eb('none', '+', visibility === 'none' ? 1 : 0),
            errors: eb('errors', '+', visibility === null && error !== null ? 1 : 0),
            last_at: at,
          }))
          .where('organisation', '=', organisation)
          .where('id', '=', investigation)
          .returning('calls')
          .executeTakeFirst()
        if (thread === undefined || Number(thread.calls) > max) return
        await trx
          .insertInto('investigation_steps')
          .values({
            ...row,
            n: Number(thread.calls),
            arguments: JSON.stringify(args),
            sources: JSON.stringify(sources),
          })
          .execute()
      })
    },
    async steps(organisation, id) {
      const rows = await db
        .selectFrom('investigation_steps')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('investigation', '=', id)
        .orderBy('n')
        .execute()
      return rows.map(
        ({ n: _, ...row }): StepRow => ({
          ...row,
          arguments: JSON.parse(row.arguments),
          sources: JSON.parse(row.sources),
        }),
      )
    },
    async addEntry({ evidence, ...row }) {
      await db
        .insertInto('investigation_entries')
        .values({ ...row, evidence: JSON.stringify(evidence) })
        .execute()
    },
    async changeEntry(organisation, { investigation, id }, { evidence, ...set }) {
      const { numUpdatedRows } = await db
        .updateTable('investigation_entries')
        .set({ ...set, evidence: JSON.stringify(evidence) })
        .where('organisation', '=', organisation)
        .where('investigation', '=', investigation)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async entries(organisation, id) {
      const rows = await db
        .selectFrom('investigation_entries')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('investigation', '=', id)
        .orderBy('at')
        .orderBy('id')
        .execute()
      // Written by `addEntry` alone, so the words are those of the types.
      return rows.map((row) => ({ ...row, evidence: JSON.parse(row.evidence) }) as EntryRow)
    },
    ...createThreads(db),
  }
}

function createThreads(db: Kysely<Schema>): Pick<InvestigationStore, 'thread' | 'follow' | 'prune'> {
  return {
    async thread(organisation, { principal, client }) {
      const row = await db
        .selectFrom('investigation_threads')
        .select(['investigation', 'at'])
        .where('organisation', '=', organisation)
        .where('principal', '=', principal)
        .where('client', '=', client)
        .executeTakeFirst()
      return row === undefined ? null : { ...row }
    },
    async follow(organisation, { investigation, at, ...key }) {
      await db
        .insertInto('investigation_threads')
        .values({ organisation, ...key, investigation, at })
        .onConflict((conflict) =>
          conflict.columns(['organisation', 'principal', 'client']).doUpdateSet({ investigation, at }),
        )
        .execute()
    },
    async prune(organisation, before) {
      return db.transaction().execute(async (trx) => {
        const old = await trx
          .selectFrom('investigations')
          .select('id')
          .where('organisation', '=', organisation)
          .where('last_at', '<', before)
          .limit(500)
          .execute()
        const ids = old.map(({ id }) => id)
        if (ids.length === 0) return 0
        for (const table of [
          'investigation_steps',
          'investigation_entries',
          'investigation_threads',
          'object_reads',
        ] as const)
          await trx
            .deleteFrom(table)
            .where('organisation', '=', organisation)
            .where('investigation', 'in', ids)
            .execute()
        await trx
          .deleteFrom('investigations')
          .where('organisation', '=', organisation)
          .where('id', 'in', ids)
          .execute()
        return ids.length
      })
    },
  }
}

function select(db: Kysely<Schema>, organisation: string, filter: InvestigationFilter) {
  const { text, principal, visibility, from, to, limit } = filter
  let query = db.selectFrom('investigations').selectAll().where('organisation', '=', organisation)
  if (principal !== undefined) query = query.where('principal', '=', principal)
  if (visibility !== undefined) query = query.where(visibility, '>', 0)
  if (from !== undefined) query = query.where('last_at', '>=', from)
  if (to !== undefined) query = query.where('opened_at', '<=', to)
  if (text !== undefined) {
    const pattern = toPattern(text)
    query = query.where((eb) =>
      eb.or([
        sql<boolean>`lower(investigations.title) like ${pattern} escape '!'`,
        sql<boolean>`lower(coalesce(investigations.outcome, '')) like ${pattern} escape '!'`,
        eb.exists(
          eb
            .selectFrom('investigation_entries')
            .where('organisation', '=', organisation)
            .whereRef('investigation_entries.investigation', '=', 'investigations.id')
            .where(sql<boolean>`lower(investigation_entries.text) like ${pattern} escape '!'`)
            .select('investigation_entries.id'),
        ),
      ]),
    )
  }
  return query.orderBy('last_at', 'desc').orderBy('id').limit(limit)
}

// A piece of text as a pattern of LIKE, its wildcards meant as they are.
export function toPattern(text: string): string {
  return `%${text.toLowerCase().replaceAll(/[!%_]/g, (one) => `!${one}`)}%`
}

// Words are written by this room's callers alone, so they are those of the types.
function toInvestigation(row: Selectable<Schema['investigations']>): InvestigationRow {
  return { ...row } as InvestigationRow
}
