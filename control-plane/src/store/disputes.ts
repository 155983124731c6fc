import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

// Disputed agent ids: a restart of the control plane must not forget that a credential is copied.
export function createDisputes(db: Kysely<Schema>): Store['disputes'] {
  return {
    async put({ claimants, ...row }) {
      const facts = { since: row.since, revoked: row.revoked, claimants: JSON.stringify(claimants) }
      await db
        .insertInto('disputes')
        .values({ organisation: row.organisation, agent: row.agent, ...facts })
        .onConflict((conflict) => conflict.columns(['organisation', 'agent']).doUpdateSet(facts))
        .execute()
    },
    async list(organisation) {
      const rows = await db
        .selectFrom('disputes')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('agent')
        .execute()
      return rows.map((row) => ({ ...row, claimants: JSON.parse(row.claimants) }))
    },
    async remove(organisation, agent) {
      await db
        .deleteFrom('disputes')
        .where('organisation', '=', organisation)
        .where('agent', '=', agent)
        .execute()
    },
  }
}
