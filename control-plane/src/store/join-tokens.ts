import type { Kysely, Selectable } from 'kysely'
import { requireOrganisation } from './require-organisation.ts'
import { toInstant } from './rows.ts'
import type { Schema } from './schema.ts'
import { createId, createSecret, hashSecret } from './secrets.ts'
import type { JoinTokenRow, Store } from './types.ts'

// Join tokens of agents. `redeem` counts and checks in one statement, so a single-use token has one winner.
export function createJoinTokens(db: Kysely<Schema>, now: () => number): Store['joinTokens'] {
  return {
    async create({ organisation, labels = {}, ttl_ms, max_uses }) {
      await requireOrganisation(db, organisation)
      const id = createId('join')
      const secret = createSecret('vdj_')
      const at = now()
      const row = { organisation, id, hash: hashSecret(secret), labels: JSON.stringify(labels) }
      const limits = { expires_at: ttl_ms === null ? null : at + ttl_ms, max_uses, uses: 0, revoked_at: null }
      await db
        .insertInto('join_tokens')
        .values({ ...row, ...limits, created_at: at })
        .execute()
      return { id, secret }
    },
    async redeem(secret, at) {
      const hash = hashSecret(secret)
      const used = await db
        .updateTable('join_tokens')
        .set((expression) => ({ uses: expression('uses', '+', 1) }))
        .where('hash', '=', hash)
        .where('revoked_at', 'is', null)
        .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
        .where((where) =>
          where.or([where('max_uses', 'is', null), where('uses', '<', where.ref('max_uses'))]),
        )
        .returningAll()
        .executeTakeFirst()
      if (used !== undefined) return toJoinTokenRow(used)
      const row = await db.selectFrom('join_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()
      if (row === undefined) return 'token_unknown'
      if (row.revoked_at !== null) return 'revoked'
      return row.expires_at !== null && row.expires_at <= at ? 'token_expired' : 'token_used'
    },
    async list(organisation) {
      const rows = await db
        .selectFrom('join_tokens')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toJoinTokenRow)
    },
    async revoke(organisation, id) {
      const { numUpdatedRows } = await db
        .updateTable('join_tokens')
        .set({ revoked_at: now() })
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

function toJoinTokenRow(row: Selectable<Schema['join_tokens']>): JoinTokenRow {
  const { id, organisation, max_uses, uses } = row
  return {
    id,
    organisation,
    labels: JSON.parse(row.labels),
    expires_at: toInstant(row.expires_at),
    max_uses,
    uses,
    revoked_at: toInstant(row.revoked_at),
  }
}
