import type { Kysely, Selectable } from 'kysely'
import { toInstant } from './rows.ts'
import type { Schema } from './schema.ts'
import type { PolicyVersionRow, Store } from './types.ts'

// Applied policies by version, and one draft an organisation. Nothing applied is ever changed.
export function createPolicies(db: Kysely<Schema>): Store['policies'] {
  return {
    async add({ rules, assertions, applied_at, ...row }) {
      const added = await db
        .insertInto('policies')
        .values({
          ...row,
          applied_at: Date.parse(applied_at),
          rules: JSON.stringify(rules),
          assertions: JSON.stringify(assertions),
        })
        .onConflict((conflict) => conflict.columns(['organisation', 'version']).doNothing())
        .executeTakeFirst()
      return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
    },
    async list(organisation, limit) {
      const rows = await db
        .selectFrom('policies')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('version', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toVersion)
    },
    async find(organisation, version) {
      const row = await db
        .selectFrom('policies')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('version', '=', version)
        .executeTakeFirst()
      return row === undefined ? null : toVersion(row)
    },
    async draft(organisation) {
      const row = await db
        .selectFrom('policy_drafts')
        .selectAll()
        .where('organisation', '=', organisation)
        .executeTakeFirst()
      if (row === undefined) return null
      const { rules, assertions, edited_at, ...rest } = row
      return {
        ...rest,
        edited_at: toInstant(edited_at),
        rules: JSON.parse(rules),
        assertions: JSON.parse(assertions),
      }
    },
    async putDraft({ rules, assertions, edited_at, ...row }, before) {
      const facts = {
        ...row,
        edited_at: Date.parse(edited_at),
        rules: JSON.stringify(rules),
        assertions: JSON.stringify(assertions),
      }
      if (before === null) {
        const added = await db
          .insertInto('policy_drafts')
          .values(facts)
          .onConflict((conflict) => conflict.column('organisation').doNothing())
          .executeTakeFirst()
        return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
      }
      const { numUpdatedRows } = await db
        .updateTable('policy_drafts')
        .set(facts)
        .where('organisation', '=', row.organisation)
        .where('revision', '=', before)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
    async dropDraft(organisation, revision) {
      const { numDeletedRows } = await db
        .deleteFrom('policy_drafts')
        .where('organisation', '=', organisation)
        .where('revision', '=', revision)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}

function toVersion({
  rules,
  assertions,
  applied_at,
  ...row
}: Selectable<Schema['policies']>): PolicyVersionRow {
  return {
    ...row,
    applied_at: toInstant(applied_at),
    rules: JSON.parse(rules),
    assertions: JSON.parse(assertions),
  }
}
