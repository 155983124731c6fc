import type { Kysely, Selectable } from 'kysely'
import { requireOrganisation } from './require-organisation.ts'
import { toInstant } from './rows.ts'
import type { Schema } from './schema.ts'
import type { ClusterRow, Store } from './types.ts'

// The clusters registered ahead, in the order of their aliases. Throws StoreError `organisation_unknown`.
export function createClusters(db: Kysely<Schema>): Store['clusters'] {
  return {
    async list(organisation) {
      const rows = await db
        .selectFrom('clusters')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('alias')
        .execute()
      return rows.map(toClusterRow)
    },
    async apply(organisation, { put, remove }) {
      await requireOrganisation(db, organisation)
      await db.transaction().execute(async (trx) => {
        for (const alias of [...remove, ...put.map((row) => row.alias)])
          await trx
            .deleteFrom('clusters')
            .where('organisation', '=', organisation)
            .where('alias', '=', alias)
            .execute()
        for (const { labels, jwks, registered_at, ...row } of put)
          await trx
            .insertInto('clusters')
            .values({
              ...row,
              organisation,
              labels: JSON.stringify(labels),
              jwks: jwks === null ? null : JSON.stringify(jwks),
              registered_at: Date.parse(registered_at),
            })
            .execute()
      })
    },
  }
}

function toClusterRow(row: Selectable<Schema['clusters']>): ClusterRow {
  return {
    ...row,
    labels: JSON.parse(row.labels),
    jwks: row.jwks === null ? null : JSON.parse(row.jwks),
    registered_at: toInstant(row.registered_at),
  }
}
