import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Clock } from '@vedette/proto/clock'
import type { Source } from '@vedette/proto/visibility'
import type { JsonObject, JsonValue, SealedAnswer } from '../answers/index.ts'
import type { Principal, Store } from '../store/types.ts'
import { createRunQuery, type Queried } from './run-query.ts'

const TTL_MS = 3_600_000
// Bytes kept for one principal; beyond, the oldest sets go.
const PRINCIPAL_BYTES = 64 * 1024 * 1024
const SOURCES = '_sources'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

// A result set as it is read again.
export type ResultSet = Readonly<{
  id: string
  tool: string
  // Epoch milliseconds.
  created_at: number
  expires_at: number
  sources: readonly Source[]
  asked: JsonObject
  window: JsonValue
  // By list: rows kept, and how many were read; fewer are kept only where the set was over 8 MiB.
  counts: Readonly<Record<string, Readonly<{ rows: number; total: number }>>>
  lists(): Promise<Readonly<Record<string, readonly JsonObject[]>>>
  query(facts: Readonly<{ sql: string; list: string; signal: AbortSignal }>): Promise<Queried>
}>

export type ResultSets = Readonly<{
  // The answer with a handle to what it left out; as it is where nothing was, or where it could not be kept.
  keep(answer: SealedAnswer, facts: Readonly<{ principal: Principal; tool: string }>): Promise<SealedAnswer>
  // Null for what is unknown, expired or somebody else's alike.
  find(principal: Principal, id: string): Promise<ResultSet | null>
}>

type Meta = Pick<ResultSet, 'sources' | 'asked' | 'window' | 'counts'>

// Result sets in the store: any replica reads them, for an hour, for whoever asked and nobody else.
export function createResults(
  facts: Readonly<{ store: Pick<Store, 'results'>; clock: Clock; onFault?: (error: unknown) => void }>,
): ResultSets {
  const { clock, onFault } = facts
  const rows = facts.store.results
  const runQuery = createRunQuery(clock)

  async function keep(
    answer: SealedAnswer,
    { principal, tool }: Readonly<{ principal: Principal; tool: string }>,
  ): Promise<SealedAnswer> {
    if (answer.overflow === undefined) return answer
    const body = answer.overflow.kept()
    const lists = Object.entries(body.lists)
    if (lists.length === 0) return answer
    const { sources, asked, window } = body
    const counts = lists.map(([at, one]) => [at, { rows: one.rows.length, total: one.total }] as const)
    const meta: Meta = { sources, asked, window, counts: Object.fromEntries(counts) }
    const kept = { ...Object.fromEntries(lists.map(([at, one]) => [at, one.rows])), [SOURCES]: sources }
    const id = `rs_${randomBytes(16).toString('base64url')}`
    const created_at = clock.now()
    const expires_at = created_at + TTL_MS
    const { organisation } = principal
    try {
      const text = [meta, kept].map((one) => pack(JSON.stringify(one)))
      const packed = (await Promise.all(text)).map((one) => one.toString('base64')).join('.')
      const bytes = packed.length
      await rows.expire(organisation, created_at)
      await makeRoom(principal, bytes)
      await rows.add({
        organisation,
        principal: principal.id,
        id,
        tool,
        created_at,
        expires_at,
        bytes,
        body: packed,
      })
    } catch (error) {
      // The answer stands, and says what it left out; there is no handle to the rest.
      onFault?.(error)
      return answer
    }
    return answer.overflow.withHandle({ id, expires_at, body })
  }

  async function makeRoom({ organisation, id }: Principal, bytes: number): Promise<void> {
    let left = PRINCIPAL_BYTES - bytes
    const ids: string[] = []
    for (const one of await rows.list(organisation, id)) {
      left -= one.bytes
      if (left < 0) ids.push(one.id)
    }
    await rows.remove(organisation, { principal: id, ids })
  }

  async function find(principal: Principal, id: string): Promise<ResultSet | null> {
    const row = await rows.find(principal.organisation, { principal: principal.id, id, now: clock.now() })
    if (row === null) return null
    const [first = '', body = ''] = row.body.split('.')
    // Written by `keep` alone.
    const meta = JSON.parse(await read(first)) as Meta
    const counts = { ...meta.counts, [SOURCES]: { rows: meta.sources.length, total: meta.sources.length } }
    const { tool, created_at, expires_at } = row
    return Object.freeze({
      id,
      tool,
      created_at,
      expires_at,
      ...meta,
      counts,
      lists: async () => JSON.parse(await read(body)) as Record<string, readonly JsonObject[]>,
      query: ({ sql, list, signal }: Parameters<ResultSet['query']>[0]) =>
        runQuery({ sql, list, body, signal }),
    })
  }

  return Object.freeze({ keep, find })
}

async function read(packed: string): Promise<string> {
  return (await unpack(Buffer.from(packed, 'base64'))).toString()
}
