import type { Kysely } from 'kysely'
import type { Schema } from './schema.ts'
import type { Store } from './types.ts'

const COLUMNS = ['kind', 'principal', 'action', 'agent', 'call'] as const

// Chains of the audit: links are added and read, never changed; only a chain's head moves.
export function createAudit(db: Kysely<Schema>): Store['audit'] {
  return {
    async append(links, heads) {
      await db.transaction().execute(async (trx) => {
        if (links.length > 0)
          await trx
            .insertInto('audit_links')
            .values([...links])
            .onConflict((conflict) => conflict.columns(['organisation', 'writer', 'seq']).doNothing())
            .execute()
        for (const { organisation, writer, ...head } of heads)
          await trx
            .insertInto('audit_heads')
            .values({ organisation, writer, ...head })
            .onConflict((conflict) => conflict.columns(['organisation', 'writer']).doUpdateSet(head))
            .execute()
      })
    },
    read: ({ organisation, writer }, after, limit) =>
      db
        .selectFrom('audit_links')
        .selectAll()
        .where('organisation', '=', organisation)
        .where('writer', '=', writer)
        .where('seq', '>', after)
        .orderBy('seq')
        .limit(limit)
        .execute(),
    async search(organisation, { from, to, limit, ...words }) {
      let query = db.selectFrom('audit_links').selectAll().where('organisation', '=', organisation)
      if (from !== undefined) query = query.where('at', '>=', from)
      if (to !== undefined) query = query.where('at', '<=', to)
      for (const column of COLUMNS) {
        const word = words[column]
        if (word !== undefined) query = query.where(column, '=', word)
      }
      return query.orderBy('at', 'desc').orderBy('writer').orderBy('seq', 'desc').limit(limit).execute()
    },
    async writers(organisation) {
      const of = (table: 'audit_links' | 'audit_heads') =>
        db.selectFrom(table).select('writer').distinct().where('organisation', '=', organisation).execute()
      const rows = [...(await of('audit_links')), ...(await of('audit_heads'))]
      return [...new Set(rows.map(({ writer }) => writer))].sort()
    },
    heads: (organisation) =>
      db
        .selectFrom('audit_heads')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('at', 'desc')
        .orderBy('writer')
        .execute(),
    async organisations() {
      const of = (table: 'audit_links' | 'audit_heads') =>
        db.selectFrom(table).select('organisation').distinct().execute()
      const rows = [...(await of('audit_links')), ...(await of('audit_heads'))]
      return [...new Set(rows.map(({ organisation }) => organisation))].sort()
    },
  }
}
