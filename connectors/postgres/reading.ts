import { toRfc3339 } from '@vedette/connectors/kit'
import { type CallContext, partialOf, type Reading, type ReadingExtras } from '@vedette/proto/connector'
import type { Part, Proof, Scope } from '@vedette/proto/visibility'
import type { PostgresClient } from './client.ts'
import type { Session } from './session.ts'

// The text that stands in statistics views for the statements of others, where the role may not see them.
export const HIDDEN_TEXT = '<insufficient privilege>'
// Rows that one query of ours reads at the most.
export const MAX_ROWS = 10_000

// What the role could not see of a view: what it is, and what would show it.
export type Hidden = Readonly<{ what: Readonly<Record<string, string>>; missing: string }>

export type Facts = Readonly<{
  client: PostgresClient
  context: CallContext
  session: Session
  // Set for what covers the whole server and not one database.
  whole?: boolean
  items: number
  // How many there are in all, when the rows given were cut.
  cutTo?: number | undefined
  // Set when the source itself says that its list has gaps.
  gaps?: boolean
  // What zero items rest on.
  proof?: Proof
  // Why what was read may be less than what is there; zero items are then not proved.
  doubt?: string | undefined
  hidden?: readonly Hidden[] | undefined
  failed?: readonly Part[] | undefined
  page?: Readonly<{ total: number; cursor?: string | undefined; isPastEnd: boolean }>
}>

// The scope of what an instance says: the whole server, or one of its databases.
export function toScope(client: PostgresClient, session?: Session): Scope {
  return {
    instance: client.instance,
    ...(session === undefined ? {} : { database: session.identity.database }),
  }
}

// Tells one answer's state from what is known of it; the worst of the facts decides the word.
export function toReading<T>(value: T, facts: Facts, extras: ReadingExtras = {}): Reading<T> {
  const scope = toScope(facts.client, facts.whole === true ? undefined : facts.session)
  const hidden = (facts.hidden ?? []).map(
    (one): Part => ({ scope: { ...scope, ...one.what }, state: 'forbidden', missing: one.missing }),
  )
  const failed = (facts.failed ?? []).map((one): Part => ({ ...one, scope: { ...scope, ...one.scope } }))
  return partialOf(value, [toPart(facts, scope), ...hidden, ...failed], extras)
}

function toPart(facts: Facts, scope: Scope): Part {
  const { items, page } = facts
  const seen = { scope, as_of: toRfc3339(facts.context.clock.now()) }
  if (facts.cutTo !== undefined && facts.cutTo > items)
    return { ...seen, state: 'truncated', cap: 'rows', at_least: facts.cutTo }
  if (facts.gaps === true) return { ...seen, state: 'truncated', cap: 'by_source', at_least: items }
  if (facts.doubt !== undefined) return { ...seen, state: 'unproven', why: facts.doubt }
  const cursor = page?.cursor === undefined ? {} : { cursor: page.cursor }
  const paged = page === undefined ? {} : { total: page.total, ...cursor }
  if (items > 0) return { ...seen, state: 'read', items, ...paged }
  if (page?.isPastEnd === true) return { ...seen, state: 'unproven', why: 'past_the_last_page' }
  if (facts.proof === undefined) return { ...seen, state: 'unproven', why: 'no_proof' }
  return { ...seen, state: 'empty', items: 0, proof: facts.proof }
}

// A time of the server as RFC 3339 in UTC.
export function toTime(text: string | null): string | null {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : toRfc3339(ms)
}

// Text of a statement; null where the role may not see it.
export function toStatement(text: string | null): string | null {
  return text === HIDDEN_TEXT || text === '' ? null : text
}

// Rounds to three digits after the point; null stays null.
export function round(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1000) / 1000
}

// SQL for the seconds since a time, never below 0. A time that is not told gives null: `greatest` alone would take 0.
export function toSecondsSql(column: string): string {
  return `case when ${column} is not null then greatest(0, extract(epoch from clock_timestamp() - ${column})) end::float8`
}
