import { type Kysely, sql } from 'kysely'
import { ACTIONS_MIGRATION } from './actions.ts'
import { INVESTIGATIONS_MIGRATION } from './investigations.ts'
import { KNOWLEDGE_MIGRATION } from './knowledge.ts'
import { OBJECT_READS_MIGRATION } from './object-reads.ts'
import { RESULTS_MIGRATION } from './results.ts'
import type { Schema } from './schema.ts'
import { SPENDING_MIGRATION } from './spending.ts'

export type Migration = Readonly<{ name: string; statements: readonly string[] }>

// In order; a migration only adds, what it replaces is removed one release later. Written in the SQL that both
// databases speak.
export const MIGRATIONS: readonly Migration[] = Object.freeze([
  {
    name: '0001-truth',
    statements: [
      'create table organisations (name text not null primary key, created_at bigint not null)',
      `create table tokens (
        organisation text not null references organisations (name), id text not null, hash text not null unique,
        name text not null, mode text not null, role text not null, families text, tiers text,
        created_at bigint not null, last_used_at bigint, revoked_at bigint,
        primary key (organisation, id))`,
      `create table join_tokens (
        organisation text not null references organisations (name), id text not null, hash text not null unique,
        labels text not null, created_at bigint not null, expires_at bigint, max_uses bigint,
        uses bigint not null, revoked_at bigint,
        primary key (organisation, id))`,
      `create table enrolments (
        organisation text not null references organisations (name), agent text not null, public_key text not null,
        identity_kind text not null, identity_id text not null, name text not null, labels text not null,
        enrolled_at bigint not null, renewed_at bigint not null, revoked_at bigint,
        primary key (organisation, agent, public_key))`,
      'create index enrolments_by_identity on enrolments (organisation, identity_kind, identity_id)',
      `create table audit (
        organisation text not null, id text not null, at bigint not null, principal text not null,
        tool text not null, visibility text, error text, took_ms bigint not null, bytes bigint not null,
        sha256 text not null, agents text not null,
        primary key (organisation, id))`,
      'create index audit_by_time on audit (organisation, at)',
    ],
  },
  {
    name: '0002-clusters-and-disputes',
    statements: [
      `create table clusters (
        organisation text not null references organisations (name), alias text not null, agent text not null,
        namespace text not null, serviceaccount text not null, issuer text not null, jwks text, ca text,
        labels text not null, registered_at bigint not null,
        primary key (organisation, alias))`,
      `create table disputes (
        organisation text not null references organisations (name), agent text not null, since bigint not null,
        revoked bigint not null, claimants text not null,
        primary key (organisation, agent))`,
    ],
  },
  {
    // Table `audit` of the first release is written no more; it is removed one release later.
    name: '0002-audit-chains',
    statements: [
      `create table audit_links (
        organisation text not null, writer text not null, seq bigint not null, at bigint not null,
        kind text not null, principal text, action text not null, agent text, call text,
        hash text not null, body text not null,
        primary key (organisation, writer, seq))`,
      'create index audit_links_by_time on audit_links (organisation, at)',
      `create table audit_heads (
        organisation text not null, writer text not null, seq bigint not null, hash text not null,
        at bigint not null, signature text not null,
        primary key (organisation, writer))`,
    ],
  },
  {
    name: '0003-policies',
    statements: [
      `create table policies (
        organisation text not null references organisations (name), version bigint not null, rules text not null,
        assertions text not null, hash text not null, applied_at bigint not null, applied_by text not null,
        note text not null, copy_of bigint,
        primary key (organisation, version))`,
      `create table policy_drafts (
        organisation text not null primary key references organisations (name), revision text not null,
        rules text not null, assertions text not null, edited_at bigint not null, edited_by text not null)`,
    ],
  },
  ACTIONS_MIGRATION,
  {
    name: '0003-sent-volumes',
    statements: [
      `create table sent_volumes (
        organisation text not null, agent text not null, instance text not null, day text not null,
        calls bigint not null, bytes bigint not null,
        primary key (organisation, agent, instance, day))`,
    ],
  },
  INVESTIGATIONS_MIGRATION,
  KNOWLEDGE_MIGRATION,
  RESULTS_MIGRATION,
  SPENDING_MIGRATION,
  OBJECT_READS_MIGRATION,
])

// Any number; the same for every replica, so that only one of them migrates at a time.
const LOCK = 7_316_402_118

// Brings the database to the newest schema; several processes may do it at once. Tables of a newer release stay.
export async function migrate(db: Kysely<Schema>, facts: { postgres: boolean; now: number }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (facts.postgres) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    await sql`create table if not exists migrations (name text not null primary key, applied_at bigint not null)`.execute(
      trx,
    )
    const rows = await trx.selectFrom('migrations').select('name').execute()
    const applied = new Set(rows.map((row) => row.name))
    for (const { name, statements } of MIGRATIONS) {
      if (applied.has(name)) continue
      for (const statement of statements) await sql.raw(statement).execute(trx)
      await trx.insertInto('migrations').values({ name, applied_at: facts.now }).execute()
    }
  })
}
