import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'
import type { AuditLink, SentVolume, Store } from './types.ts'

const COLUMNS = ['kind', 'principal', 'action', 'agent', 'call'] as const

// Chains of the audit: links are added and read, never changed; only a chain's head moves.
export function createAudit(db: Kysely<Schema>): Store['audit'] {
  return {
    async append(links, heads, volumes = []) {
      await db.transaction().execute(async (trx) => {
        const inserted = await insertLinks(trx, links)
        for (const { organisation, writer, ...head } of heads)
          await trx
            .insertInto('audit_heads')
            .values({ organisation, writer, ...head })
            .onConflict((conflict) => conflict.columns(['organisation', 'writer']).doUpdateSet(head))
            .execute()
        // A batch that stands already was counted with it.
        if (inserted === links.length) for (const volume of volumes) await addVolume(trx, volume)
      })
    },
    volumes: (organisation, since) =>
      db
        .selectFrom('sent_volumes')
        .select(['agent', 'instance', 'day', 'calls', 'bytes'])
        .where('organisation', '=', organisation)
        .where('day', '>=', since)
        .orderBy('agent')
        .orderBy('instance')
        .orderBy('day')
        .execute(),
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

async function insertLinks(trx: Transaction<Schema>, links: readonly AuditLink[]): Promise<number> {
  if (links.length === 0) return 0
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('audit_links')
    .values([...links])
    .onConflict((conflict) => conflict.columns(['organisation', 'writer', 'seq']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

async function addVolume(
  trx: Transaction<Schema>,
  volume: SentVolume & Readonly<{ organisation: string }>,
): Promise<void> {
  await trx
    .insertInto('sent_volumes')
    .values(volume)
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'agent', 'instance', 'day']).doUpdateSet((eb) => ({
        calls: eb('sent_volumes.calls', '+', eb.ref('excluded.calls')),
        bytes: eb('sent_volumes.bytes', '+', eb.ref('excluded.bytes')),
      })),
    )
    .execute()
}
