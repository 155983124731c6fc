import type { Tier } from '@vedette/proto/policy'
import type { Kysely, Selectable } from 'kysely'
import type { Migration } from './migrations.ts'
import type { Schema } from './schema.ts'
import type { ActionRow, ActionState, Store } from './types.ts'

// The table of pending actions, and which tokens act for somebody else.
export const ACTIONS_MIGRATION: Migration = Object.freeze({
  name: '0002-actions',
  statements: [
    `create table actions (
      organisation text not null references organisations (name), id text not null, requester text not null,
      tool text not null, arguments text not null, tier text not null, parts text not null, preview text,
      investigation text, state text not null, why text, created_at bigint not null, expires_at bigint not null,
      decided_at bigint, approver text, run_until bigint,
      primary key (organisation, id))`,
    'create index actions_by_time on actions (organisation, created_at)',
    'alter table tokens add column delegated bigint not null default 0',
  ],
})

// Pending actions. Every change is a comparison of the state and a move in one statement, so that of several replicas
// only one makes it.
export function createActions(db: Kysely<Schema>): Store['actions'] {
  return {
    async add({ arguments: args, parts, preview, ...row }) {
      await db
        .insertInto('actions')
        .values({
          ...row,
          arguments: JSON.stringify(args),
          parts: JSON.stringify(parts),
          preview: preview === null ? null : JSON.stringify(preview),
        })
        .execute()
    },
    async find(organisation, id) {
      const row = await db
        .selectFrom('actions')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .executeTakeFirst()
      return row === undefined ? null : toActionRow(row)
    },
    async list(organisation, { requester, limit }) {
      let query = db.selectFrom('actions').selectAll().where('organisation', '=', organisation)
      if (requester !== undefined) query = query.where('requester', '=', requester)
      const rows = await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()
      return rows.map(toActionRow)
    },
    async move(organisation, id, { from, to, ...set }) {
      const { numUpdatedRows } = await db
        .updateTable('actions')
        .set({ state: to, ...set })
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .where('state', 'in', [...from])
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

function toActionRow(row: Selectable<Schema['actions']>): ActionRow {
  const { arguments: args, parts, preview, tier, state, ...rest } = row
  return {
    ...rest,
    // Written by `add` and `move` alone, so the words and shapes are those of the types.
    tier: tier as Tier,
    state: state as ActionState,
    arguments: JSON.parse(args) as ActionRow['arguments'],
    parts: JSON.parse(parts) as ActionRow['parts'],
    preview: preview === null ? null : (JSON.parse(preview) as ActionRow['preview']),
  }
}
