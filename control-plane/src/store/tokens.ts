import type { Clock } from '@vedette/proto/clock'
import type { Mode, Tier } from '@vedette/proto/policy'
import type { Kysely, Selectable } from 'kysely'
import { withPatience } from './patience.ts'
import { requireOrganisation } from './require-organisation.ts'
import { toInstant, toJson } from './rows.ts'
import type { Schema } from './schema.ts'
import { areHashesEqual, createId, createSecret, hashSecret } from './secrets.ts'
import type { NewToken, Principal, Role, Store, TokenRow } from './types.ts'

// A token that verified stays good for so long when the store then gives no answer, in milliseconds.
const REMEMBERED_MS = 60_000
const MAX_REMEMBERED = 10_000

// `last_used_at` is written at most once in this many milliseconds for each token and replica.
const TOUCH_MS = 60_000

// API tokens: only the SHA-256 of a secret is kept. A revoked token verifies as null at once.
export function createTokens(db: Kysely<Schema>, clock: Clock): Store['tokens'] {
  const now = () => clock.now()
  // Compiled once: every request asks it.
  const byHash = db.selectFrom('tokens').selectAll().where('hash', '=', '').compile()
  const touched = new Map<string, number>()
  const remembered = new Map<string, Readonly<{ principal: Principal; at: number }>>()
  const remember = (hash: string, principal: Principal): Principal => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(hash, { principal, at: now() })
    return principal
  }
  const recall = (hash: string, error: unknown): Principal => {
    const known = remembered.get(hash)
    if (known === undefined || now() - known.at > REMEMBERED_MS) throw error
    return known.principal
  }
  const touch = async (organisation: string, id: string, at: number): Promise<void> => {
    if (at - (touched.get(id) ?? Number.NEGATIVE_INFINITY) < TOUCH_MS) return
    touched.set(id, at)
    await db
      .updateTable('tokens')
      .set({ last_used_at: at })
      .where('organisation', '=', organisation)
      .where('id', '=', id)
      .execute()
  }
  const insert = async (token: NewToken, secret: string): Promise<string> => {
    await requireOrganisation(db, token.organisation)
    const id = createId('tok')
    await db
      .insertInto('tokens')
      .values(toRow(token, { id, hash: hashSecret(secret), created_at: now() }))
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute()
    return id
  }
  return {
    async create(token) {
      const secret = createSecret('vdt_')
      return { id: await insert(token, secret), secret }
    },
    async ensure(token, secret) {
      await insert(token, secret)
      const row = await db
        .selectFrom('tokens')
        .select('id')
        .where('organisation', '=', token.organisation)
        .where('hash', '=', hashSecret(secret))
        .executeTakeFirstOrThrow()
      return row
    },
    async verify(secret) {
      const hash = hashSecret(secret)
      let rows: readonly Selectable<Schema['tokens']>[]
      try {
        const query = { ...byHash, parameters: [hash] }
        rows = (await withPatience(clock, db.executeQuery<Selectable<Schema['tokens']>>(query))).rows
      } catch (error) {
        return recall(hash, error)
      }
      const [row] = rows
      const isSame = areHashesEqual(row?.hash ?? hashSecret(''), hash)
      if (row === undefined || !isSame || row.revoked_at !== null) {
        remembered.delete(hash)
        return null
      }
      await withPatience(clock, touch(row.organisation, row.id, now())).catch(() => {})
      return remember(hash, toPrincipal(row))
    },
    async list(organisation) {
      const rows = await db
        .selectFrom('tokens')
        .selectAll()
        .where('organisation', '=', organisation)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(toTokenRow)
    },
    async revoke(organisation, id) {
      const { numUpdatedRows } = await db
        .updateTable('tokens')
        .set({ revoked_at: now() })
        .where('organisation', '=', organisation)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

function toRow(token: NewToken, facts: { id: string; hash: string; created_at: number }): Schema['tokens'] {
  const { organisation, name, mode, role, delegated = false } = token
  const narrowed = { families: toJson(token.families), tiers: toJson(token.tiers) }
  const own = { organisation, name, mode, role, delegated: delegated ? 1 : 0 }
  return { ...own, ...narrowed, ...facts, last_used_at: null, revoked_at: null }
}

function toPrincipal(row: Selectable<Schema['tokens']>): Principal {
  return {
    organisation: row.organisation,
    id: row.id,
    name: row.name,
    // Written by `toRow` alone, so the words and lists are those of the types.
    mode: row.mode as Mode,
    role: row.role as Role,
    ...(row.delegated === 0 ? {} : { delegated: true }),
    ...(row.families === null ? {} : { families: JSON.parse(row.families) as readonly string[] }),
    ...(row.tiers === null ? {} : { tiers: JSON.parse(row.tiers) as readonly Tier[] }),
  }
}

function toTokenRow(row: Selectable<Schema['tokens']>): TokenRow {
  return {
    ...toPrincipal(row),
    created_at: toInstant(row.created_at),
    last_used_at: toInstant(row.last_used_at),
    revoked_at: toInstant(row.revoked_at),
  }
}
