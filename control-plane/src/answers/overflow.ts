import type { Source } from '@vedette/proto/visibility'
import type { ReadResult } from '../dispatch/types.ts'
import { toLabel } from './body.ts'
import { cleanText } from './clean.ts'
import { isRecord, type JsonObject, type JsonValue } from './json.ts'

// Bytes of JSON that a result set may hold.
export const RESULT_SET_BYTES = 8 * 1024 * 1024
const DEPTH_MAX = 64

// One list of what was read, whole and unshaped; `total` is more than `rows` holds where the set itself was cut.
export type KeptList = Readonly<{ rows: readonly JsonObject[]; total: number }>

// What an answer was cut from: every list by its path, and every source that it stands on.
export type KeptBody = Readonly<{
  sources: readonly Source[]
  asked: JsonObject
  window: JsonValue
  lists: Readonly<Record<string, KeptList>>
}>

export type KeptFacts = Readonly<{
  reads: readonly ReadResult[]
  body: Readonly<Record<string, unknown>> | undefined
  sources: readonly Source[]
  asked: JsonObject
  window: JsonValue
}>

// Everything that the answer's lists hold, cleaned, at most `max` bytes on row boundaries. Several places' lists of
// one name become one list, whose rows carry `_scope`, `_agent` and `_instance`.
export function toKeptBody(facts: KeptFacts, max = RESULT_SET_BYTES): KeptBody {
  const found = new Map<string, JsonObject[]>()
  const add = (at: string, rows: readonly JsonObject[]) => {
    const list = found.get(at) ?? []
    for (const row of rows) list.push(row)
    found.set(at, list)
  }
  for (const { label, value } of toShares(facts)) collect(clean(value, 0), { at: '', label, add })
  let left = max
  const lists = [...found].map(([at, rows]) => {
    const kept: JsonObject[] = []
    for (const row of rows) {
      left -= Buffer.byteLength(JSON.stringify(row)) + 1
      if (left < 0) break
      kept.push(row)
    }
    return [at, { rows: kept, total: rows.length }] as const
  })
  const { sources, asked, window } = facts
  return { sources, asked, window, lists: Object.fromEntries(lists) }
}

type Share = Readonly<{ label: JsonObject; value: unknown }>

function toShares({ body, reads }: KeptFacts): readonly Share[] {
  if (body !== undefined) return [{ label: {}, value: body }]
  const instances = reads[0]?.instances ?? []
  return instances.flatMap((instance) => {
    if (!instance.outcome.seen) return []
    return [{ label: instances.length === 1 ? {} : toOwnLabel(instance), value: instance.outcome.value }]
  })
}

function toOwnLabel(instance: ReadResult['instances'][number]): JsonObject {
  return Object.fromEntries(Object.entries(toLabel(instance)).map(([key, value]) => [`_${key}`, value]))
}

type Walk = Readonly<{
  at: string
  label: JsonObject
  add(at: string, rows: readonly JsonObject[]): void
}>

// Lists below records, by path; a list within a row stays in its row.
function collect(value: JsonValue, walk: Walk): void {
  if (Array.isArray(value)) {
    const rows = value.map((item: JsonValue) => ({
      ...walk.label,
      ...(isRecord(item) ? item : { value: item }),
    }))
    walk.add(walk.at === '' ? 'value' : walk.at, rows)
    return
  }
  if (!isRecord(value)) return
  for (const [key, member] of Object.entries(value))
    collect(member as JsonValue, { ...walk, at: walk.at === '' ? key : `${walk.at}.${key}` }) // members of JSON are JSON
}

// JSON as it was read, without characters that nobody sees; undefined members are left out.
function clean(value: unknown, depth: number): JsonValue {
  if (depth > DEPTH_MAX) return '[nested too deep: left out]'
  if (typeof value === 'string') return cleanText(value)
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  if (!isRecord(value)) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([key, member]) => [cleanText(key).slice(0, 256), clean(member, depth + 1)]),
  )
}
