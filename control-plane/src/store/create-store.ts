import type { Clock } from '@vedette/proto/clock'
import { type Dialect, Kysely } from 'kysely'
import { createActions } from './actions.ts'
import { createAudit } from './audit.ts'
import { createClusters } from './clusters.ts'
import { createDisputes } from './disputes.ts'
import { createEnrolments } from './enrolments.ts'
import { readCode, StoreError } from './error.ts'
import { createInvestigationRows } from './investigations.ts'
import { createJoinTokens } from './join-tokens.ts'
import { createKnowledgeRows } from './knowledge.ts'
import { migrate } from './migrations.ts'
import { createObjectReads } from './object-reads.ts'
import { createOrganisations } from './organisations.ts'
import { createPolicies } from './policies.ts'
import { createPostgresDialect } from './postgres.ts'
import { createResultRows } from './results.ts'
import type { Schema } from './schema.ts'
import { createSpending } from './spending.ts'
import { createSqliteDialect } from './sqlite.ts'
import { createTokens } from './tokens.ts'
import type { Store } from './types.ts'

const SQLITE = 'sqlite:'
const POSTGRES = /^postgres(ql)?:\/\//

// One at a time within this process: SQLite waits for its write lock without yielding, so two that migrate the same
// file side by side would wait for each other.
let opening: Promise<unknown> = Promise.resolve()

// Opens the truth at `sqlite:FILE` (or `sqlite::memory:`) or `postgres://...` and brings its schema up to date.
// Throws StoreError `url_invalid` or `unavailable`.
export async function createStore(options: { url: string; clock: Clock }): Promise<Store> {
  const now = () => options.clock.now()
  const turn = opening.then(() => open(options.url, now))
  opening = turn.catch(() => {})
  const db = await turn
  return {
    organisations: createOrganisations(db, now),
    tokens: createTokens(db, options.clock),
    joinTokens: createJoinTokens(db, now),
    enrolments: createEnrolments(db),
    clusters: createClusters(db),
    disputes: createDisputes(db),
    policies: createPolicies(db),
    audit: createAudit(db),
    actions: createActions(db),
    objectReads: createObjectReads(db),
    results: createResultRows(db),
    spending: createSpending(db),
    investigations: createInvestigationRows(db),
    knowledge: createKnowledgeRows(db),
    close: () => db.destroy(),
  }
}

async function open(url: string, now: () => number): Promise<Kysely<Schema>> {
  let db: Kysely<Schema> | undefined
  try {
    db = new Kysely<Schema>({ dialect: toDialect(url) })
    await migrate(db, { postgres: POSTGRES.test(url), now: now() })
    return db
  } catch (error) {
    await db?.destroy().catch(() => {})
    if (error instanceof StoreError && error.code !== 'unavailable') throw error
    const code = error instanceof StoreError ? error.reason : readCode(error)
    throw new StoreError('unavailable', {
      field: 'store',
      message: `the store cannot be opened${code === null ? '' : ` (${code})`}`,
      fix: 'check that its folder is writable, or that PostgreSQL is reachable with these credentials',
    })
  }
}

function toDialect(url: string): Dialect {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length)
    return createSqliteDialect(url.slice(SQLITE.length))
  if (POSTGRES.test(url)) return createPostgresDialect(url)
  throw new StoreError('url_invalid', {
    field: 'store',
    message: 'the store is named by sqlite:FILE or postgres://...',
    fix: 'set store to one of these',
  })
}
