import type { Kysely, Selectable } from 'kysely'
import { toInstant } from './rows.ts'
import type { Schema } from './schema.ts'
import type { EnrolmentRow, Store } from './types.ts'

// The agents' keys. `renew` is false for unknown and revoked keys; `revoke` gives the keys that it ended.
export function createEnrolments(db: Kysely<Schema>): Store['enrolments'] {
  const select = (organisation: string) =>
    db
      .selectFrom('enrolments')
      .selectAll()
      .where('organisation', '=', organisation)
      .orderBy('enrolled_at')
      .orderBy('agent')
      .orderBy('public_key')
  return {
    async add({ labels, ...row }, now) {
      await db
        .insertInto('enrolments')
        .values({
          ...row,
          labels: JSON.stringify(labels),
          enrolled_at: now,
          renewed_at: now,
          revoked_at: null,
        })
        .execute()
    },
    async renew(organisation, agent, publicKey, now) {
      const { numUpdatedRows } = await db
        .updateTable('enrolments')
        .set({ renewed_at: now })
        .where('organisation', '=', organisation)
        .where('agent', '=', agent)
        .where('public_key', '=', publicKey)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async find(organisation, agent) {
      return (await select(organisation).where('agent', '=', agent).execute()).map(toEnrolmentRow)
    },
    async findByIdentity(organisation, { kind, id }) {
      const query = select(organisation).where('identity_kind', '=', kind).where('identity_id', '=', id)
      return (await query.execute()).map(toEnrolmentRow)
    },
    async list(organisation) {
      return (await select(organisation).execute()).map(toEnrolmentRow)
    },
    async rename(organisation, agent, name) {
      const { numUpdatedRows } = await db
        .updateTable('enrolments')
        .set({ name })
        .where('organisation', '=', organisation)
        .where('agent', '=', agent)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async forget(organisation, agent, before) {
      const { numDeletedRows } = await db
        .deleteFrom('enrolments')
        .where('organisation', '=', organisation)
        .where('agent', '=', agent)
        .where('revoked_at', 'is', null)
        .where('renewed_at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
    async revoke(organisation, agent, publicKey, now) {
      let query = db
        .updateTable('enrolments')
        .set({ revoked_at: now })
        .where('organisation', '=', organisation)
        .where('agent', '=', agent)
        .where('revoked_at', 'is', null)
      if (publicKey !== null) query = query.where('public_key', '=', publicKey)
      const rows = await query.returning('public_key').execute()
      return rows.map((row) => row.public_key)
    },
  }
}

function toEnrolmentRow(row: Selectable<Schema['enrolments']>): EnrolmentRow {
  return {
    ...row,
    // Written by `add` alone, from the same type.
    identity_kind: row.identity_kind as EnrolmentRow['identity_kind'],
    labels: JSON.parse(row.labels),
    enrolled_at: toInstant(row.enrolled_at),
    renewed_at: toInstant(row.renewed_at),
    revoked_at: toInstant(row.revoked_at),
  }
}
