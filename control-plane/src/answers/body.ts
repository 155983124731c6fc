import { COUNT_FIELDS } from '@vedette/proto/operations'
import { hasEffect, isReadClass, type Scope, type Source } from '@vedette/proto/visibility'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'
import { capText, cleanText } from './clean.ts'
import { isRecord, type JsonObject, type JsonValue } from './json.ts'
import { type Detail, shapeValue } from './shape.ts'

// Keys of a body that are ours: a value that has one of them keeps it under `body_<key>`.
const OWN_KEYS: readonly string[] = Object.freeze(['untrusted', 'cut', 'ran', 'results'])

// The field of a reading that says how many bytes the vendor read to answer.
const SCANNED = 'scanned_bytes'

// The body of an atomic tool: one planned instance's value as it is, several as `results` with the scope of each.
// Null when nothing was read. Everything in it comes from outside, and it says so.
export function toReadBody(read: ReadResult, detail: Detail): JsonObject | null {
  const seen = read.instances.filter((instance) => instance.outcome.seen)
  if (seen.length === 0) return null
  if (read.instances.length === 1) {
    const [only] = seen
    return { untrusted: true, ...(only === undefined ? {} : toMembers(only, detail)) }
  }
  const results = seen.map(
    (instance): JsonValue => ({ ...toLabel(instance), ...toMembers(instance, detail) }),
  )
  return { untrusted: true, results }
}

// The native queries that ran, with deep links and what the sources themselves warned of.
export function toRan(reads: readonly ReadResult[]): readonly JsonObject[] {
  return reads.flatMap((read) =>
    read.instances.flatMap((instance) => {
      const { meta } = instance
      if (meta === null) return []
      const url = meta.url === undefined ? undefined : toLink(meta.url)
      const ran = {
        ...(meta.query === undefined ? {} : { query: capText(meta.query, 2000) }),
        ...(meta.dialect === undefined ? {} : { dialect: cleanText(meta.dialect).slice(0, 32) }),
        ...(url === undefined ? {} : { url }),
        ...(meta.warnings === undefined || meta.warnings.length === 0
          ? {}
          : { warnings: meta.warnings.slice(0, 5).map((warning) => capText(warning, 300)) }),
      }
      return Object.keys(ran).length === 0 ? [] : [{ instance: instance.instance, ...ran }]
    }),
  )
}

// Calls made at vendors for this answer, bytes that they read for it where any of them says so, and how many shares of it
// are readings that equal questions had before. Lower bounds where something was asked and did not say.
export function toCost(reads: readonly ReadResult[]): JsonObject {
  const instances = reads.flatMap((read) => read.instances)
  const calls = instances.reduce((sum, { meta }) => sum + (meta?.vendor_calls ?? 0), 0)
  const isSilent = instances.some(
    ({ agent, meta, outcome }) => agent !== null && meta === null && wasAsked(outcome),
  )
  const cached = instances.filter(({ meta }) => meta?.cached === true).length
  return {
    calls: isSilent ? { at_least: calls } : calls,
    ...toScanned(reads),
    ...(cached === 0 ? {} : { cached, newer: 'fresh: true reads again' }),
  }
}

// No vendor's answer tells a price, so bytes are all that is known of what a scan costs.
function toScanned(reads: readonly ReadResult[]): JsonObject {
  const asked = reads
    .filter(({ request }) => SCANNED in request.operation.output.shape)
    .flatMap(({ instances }) => instances)
    .filter(({ meta, outcome }) => meta?.cached !== true && (meta !== null || wasAsked(outcome)))
  const told = asked.flatMap(({ outcome }) => {
    const bytes: unknown = outcome.seen ? Object(outcome.value)[SCANNED] : null
    return typeof bytes === 'number' ? [bytes] : []
  })
  if (told.length === 0) return {}
  const sum = told.reduce((all, bytes) => all + bytes, 0)
  const isWhole = told.length === asked.length && asked.every(({ outcome }) => !isCut(outcome))
  return { bytes_scanned: isWhole ? sum : { at_least: sum } }
}

function isCut({ sources }: Readonly<{ sources: readonly Source[] }>): boolean {
  return sources.some((source) => hasEffect(source, 'P'))
}

function wasAsked({ sources }: Readonly<{ sources: readonly Source[] }>): boolean {
  return sources.some((source) => source.waited_ms !== undefined)
}

function toMembers({ outcome }: InstanceRead, detail: Detail): JsonObject {
  if (!outcome.seen) return {}
  const shaped = shapeValue(outcome.value, detail)
  if (!isRecord(shaped)) return { value: shaped }
  const told = isCut(outcome) ? boundCounts(shaped, '') : shaped
  return Object.fromEntries(
    Object.entries(told).map(([key, value]) => [OWN_KEYS.includes(key) ? `body_${key}` : key, value]),
  )
}

// A body over a gap: each declared count at its top, or one record below, is a bound.
function boundCounts(body: JsonObject, path: string): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const at = `${path}${key}`
      if (COUNT_FIELDS.includes(at)) return [key, toBound(value)]
      return [key, path === '' && isRecord(value) ? boundCounts(value, `${at}.`) : value]
    }),
  )
}

// A count over a gap: at least what was seen, and null instead of zero, or of a tally without an entry. Lists, and
// tables of lists, that share a count's name stay.
function toBound(value: JsonValue): JsonValue {
  if (typeof value === 'number') return value > 0 ? { at_least: value } : null
  if (!isRecord(value)) return value
  const tallied = Object.entries(value)
  if (tallied.length === 0) return null
  return Object.fromEntries(tallied.map(([key, one]) => [key, typeof one === 'number' ? toBound(one) : one]))
}

// What tells one instance's share from another's: the scope that all its parts have in common, agent and instance.
export function toLabel(instance: InstanceRead): JsonObject {
  const scope = commonScope(instance.outcome.sources)
  return {
    scope: Object.fromEntries(
      Object.entries(scope).map(([key, value]) => [cleanText(key), capText(value, 200)]),
    ),
    ...(instance.agent_name === null ? {} : { agent: capText(instance.agent_name, 128) }),
    instance: instance.instance,
  }
}

function commonScope(sources: readonly Source[]): Scope {
  const read = sources.filter((source) => isReadClass(source.state))
  const [first, ...rest] = read
  const entries = Object.entries(first?.scope ?? {})
  return Object.fromEntries(
    entries.filter(([key, value]) => rest.every((source) => source.scope[key] === value)),
  )
}

// Only links that a person may follow: http and https, without credentials.
function toLink(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isWeb =
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  return isWeb ? capText(url.href, 2048) : undefined
}
