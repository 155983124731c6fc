import { cleanText } from '../clean-text.ts'
import { NEAR_NONE } from '../detect/hit.ts'
import { toKindIndex } from '../detect/tables.ts'
import { KINDS } from '../kinds/index.ts'
import { isFilePath } from '../secret-keys.ts'
import { findEmbedded } from './embedded.ts'
import type { HintTree } from './hints.ts'
import { createJob, type Job, type JobOptions } from './job.ts'
import { type KeyFacts, NO_FACTS, toKeyFacts } from './key-facts.ts'
import { isPersonRecord, isSecretObject } from './objects.ts'
import { findShape, learnShape, type Shape } from './shapes.ts'
import { judgeWhole, markWhole, type Place, redactText } from './texts.ts'
import { hideYamlSecret } from './yaml-secret.ts'

const MAX_DEPTH = 96
const NESTED_DEPTH = 3
const NESTED_BYTES = 1024 * 1024
const FLAG = /^--?[A-Za-z][\w-]{0,63}$/

const SECRET_DATA = toKindIndex('k8s_secret_data')
const PERSON_NAME = toKindIndex('person_name')

// Where a value stands on the way down.
type Walk = Place &
  Readonly<{
    job: Job
    depth: number
    nested: number
    // Everything below is the data of a Secret.
    isSecretData: boolean
  }>

// Replaces what must not leave in any JSON value and keeps its shape; throws RangeError when it is nested too deep.
export function redactStructure(value: unknown, job: Job, hints: HintTree | null): unknown {
  return redactValue(value, {
    job,
    key: '',
    facts: NO_FACTS,
    near: NEAR_NONE,
    hints: hints ?? undefined,
    path: '',
    depth: 0,
    nested: 0,
    isVariable: false,
    isSecretData: false,
  })
}

function redactValue(value: unknown, walk: Walk): unknown {
  if (walk.depth > MAX_DEPTH) throw new RangeError('nested too deep to redact')
  if (typeof value === 'string') return redactString(value, walk)
  if (typeof value === 'number' || typeof value === 'bigint') return redactNumber(value, walk)
  if (Array.isArray(value)) return redactArray(value, walk)
  return typeof value === 'object' && value !== null ? redactObject(value, walk) : value
}

function redactArray(items: readonly unknown[], walk: Walk): unknown {
  const below: Walk = {
    ...walk,
    depth: walk.depth + 1,
    hints: walk.hints?.items,
    path: walk.job.onFinding === undefined ? '' : `${walk.path}[]`,
  }
  const isQuiet = isQuietPlace(below) && below.facts.isPlain
  let named: KeyFacts | null = null
  return items.map((item, at) => {
    if (typeof item !== 'string') {
      named = null
      return isQuiet && isSmall(item) ? item : redactValue(item, below)
    }
    // `--password` and its value, or the name of a header and its value, one after the other.
    const isFlag = item.charCodeAt(0) === 45 && FLAG.test(item)
    const facts = named === null ? below.facts : (toGiven(named, item, isFlag) ?? below.facts)
    const isName = isFlag || (items.length === 2 && at === 0 && /^[A-Za-z]/.test(item))
    named = isName && walk.job.byKey && item.length < 80 ? toNamed(toKeyFacts(item), isFlag) : null
    if (below.isVariable) return redactPair(item, below)
    if (isQuiet && facts === below.facts) return isClean(item, walk.job) ? item : redactQuiet(item, below)
    return redactString(item, facts === below.facts ? below : { ...below, facts })
  })
}

// Nothing around a value says more of it than its own key.
function isQuietPlace({ job, facts, near, hints, isVariable, isSecretData }: Walk): boolean {
  return (
    hints === undefined &&
    !isVariable &&
    !isSecretData &&
    near.size === 0 &&
    facts.near.size === 0 &&
    !facts.isEnvironment &&
    job.onFinding === undefined
  )
}

// A number too short to be a card's, or a fraction.
function isSmall(value: unknown): boolean {
  return typeof value === 'number' && (!Number.isInteger(value) || Math.abs(value) < 1e12)
}

const MAX_CLEAN = 64
const MAX_CLEANS = 20_000

// Numbers shorter than those of cards, fractions, times, ids and short words: nothing is found in any of them.
const HARMLESS =
  /^(?:[A-Za-z]{0,10}|[+-]?\d{1,11}(?:\.\d{1,20})?|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

// Tells whether nothing is in a text that only its own characters speak for: by its form, or because it was read.
function isClean(text: string, { clean, findCustom }: Job): boolean {
  return text.length <= MAX_CLEAN && findCustom === undefined && (clean.has(text) || HARMLESS.test(text))
}

// A text that only its own characters speak for; the same one is read once.
function redactQuiet(text: string, walk: Walk): string {
  const { clean } = walk.job
  const redacted = redactString(text, walk)
  if (redacted === text && text.length <= MAX_CLEAN && clean.size < MAX_CLEANS) clean.add(text)
  return redacted
}

function toNamed(facts: KeyFacts, isFlag: boolean): KeyFacts | null {
  return facts.secret !== null && (isFlag || !facts.secret.weak) ? facts : null
}

// What a flag of a weak name says of the argument after it: a secret, unless that is another flag or names a file.
function toGiven(named: KeyFacts, item: string, isFlag: boolean): KeyFacts | null {
  if (named.secret === null || !named.secret.weak) return named
  return isFlag || isFilePath(item) ? null : { ...named, secret: { ...named.secret, weak: false } }
}

// `NAME=value` of an environment written as a list.
function redactPair(item: string, walk: Walk): string {
  const at = item.indexOf('=')
  const name = item.slice(0, at)
  if (at < 1 || !/^[A-Za-z_]\w{0,127}$/.test(name)) return redactString(item, { ...walk, isVariable: false })
  return `${name}=${redactString(item.slice(at + 1), { ...walk, key: name, facts: toKeyFacts(name) })}`
}

function redactObject(value: object, walk: Walk): object {
  const members = value as Readonly<Record<string, unknown>> // any object is read by its own keys
  const keys = Object.keys(members)
  const { byKey, shapes } = walk.job
  const shape = findShape(shapes, keys)
  const around: Around =
    !byKey || shape?.isBare === true
      ? NOTHING_AROUND
      : {
          pair: findPair(members, keys),
          isSecret: isSecretObject(value),
          isPerson: isPersonRecord(value, keys),
        }
  const isQuiet = isQuietPlace(walk) && around.pair === null && !around.isSecret && !around.isPerson
  const context: Context = { walk, around, isQuiet }
  if (shape !== null) return redactKnown(members, shape, context)
  const redacted: Record<string, unknown> = {}
  // Keys of one object differ; only a changed one can become equal to another.
  let isChanged = false
  for (const rawKey of keys) {
    const read = redactKey(rawKey, walk)
    isChanged ||= read !== rawKey
    const key = isChanged ? toFreeKey(read, redacted) : read
    setMember(redacted, key, redactMember(members[rawKey], key, context))
  }
  if (!isChanged) learnShape(shapes, keys)
  return redacted
}

// An object whose keys stay: it is copied only when a member changes.
function redactKnown(
  members: Readonly<Record<string, unknown>>,
  { keys, plain }: Shape,
  context: Context,
): object {
  const { walk, isQuiet } = context
  let redacted: Record<string, unknown> | null = null
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? ''
    const member = members[key]
    if (typeof member === 'boolean' || member === null) continue
    if (isQuiet && (plain[at] === true || !walk.job.byKey)) {
      if (typeof member === 'string' ? isClean(member, walk.job) : isSmall(member)) continue
    }
    const below = redactMember(member, key, context)
    if (below === member) continue
    redacted ??= { ...members }
    setMember(redacted, key, below)
  }
  return redacted ?? members
}

function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { ...OWN, value })
  else object[key] = value
}

type Context = Readonly<{ walk: Walk; around: Around; isQuiet: boolean }>

function redactMember(member: unknown, key: string, { walk, around, isQuiet }: Context): unknown {
  if (typeof member === 'boolean' || member === null) return member
  if (isQuiet && (!walk.job.byKey || toKeyFacts(key).isPlain)) {
    if (typeof member === 'string')
      return isClean(member, walk.job)
        ? member
        : redactQuiet(member, { ...walk, key: '', facts: NO_FACTS, near: NEAR_NONE, depth: walk.depth + 1 })
    if (isSmall(member)) return member
  }
  return redactValue(member, toMemberWalk(walk, key, { ...around, member }))
}

const OWN = Object.freeze({ enumerable: true, configurable: true, writable: true })

type Around = Readonly<{ pair: Pair | null; isSecret: boolean; isPerson: boolean }>
const NOTHING_AROUND: Around = Object.freeze({ pair: null, isSecret: false, isPerson: false })
type Member = Around & Readonly<{ member: unknown }>

function toMemberWalk(walk: Walk, key: string, { member, pair, isSecret, isPerson }: Member): Walk {
  const { job } = walk
  const isPairValue = pair !== null && key === pair.valueKey
  const named = isPairValue ? pair.name : key
  const facts = job.byKey ? toKeyFacts(named) : NO_FACTS
  const hints = walk.hints?.fields?.[key] ?? walk.hints?.items
  const isMap = typeof member === 'object' && member !== null
  return {
    job,
    key: named,
    facts: isPerson && key === 'name' ? { ...facts, personal: PERSON_NAME } : facts,
    near: walk.facts.near,
    hints,
    path: job.onFinding === undefined ? '' : walk.path === '' ? key : `${walk.path}.${key}`,
    depth: walk.depth + 1,
    nested: walk.nested,
    isVariable: isMap
      ? facts.isEnvironment || (walk.isVariable && Array.isArray(member))
      : isVariableHere(walk, key, isPairValue),
    isSecretData: walk.isSecretData || (isSecret && (key === 'data' || key === 'stringData')),
  }
}

// Under `env`: the value of a name and value, or of a key in capitals.
function isVariableHere(walk: Walk, key: string, isPairValue: boolean): boolean {
  if (!walk.isVariable && !(walk.facts.isEnvironment && walk.job.byKey)) return false
  return isPairValue || /^[A-Z_][A-Z0-9_]*$/.test(key)
}

type Pair = Readonly<{ name: string; valueKey: string }>

const PAIR_NAMES = new Set(['name', 'key', 'header', 'field', 'Name', 'Key'])

// `{ name: DB_PASSWORD, value: ... }`: the value stands under that name.
function findPair(members: Readonly<Record<string, unknown>>, keys: readonly string[]): Pair | null {
  if (keys.length > 8 || keys.length < 2) return null
  const valueKey = 'value' in members ? 'value' : 'Value' in members ? 'Value' : null
  if (valueKey === null) return null
  const name = members[keys.find((key) => PAIR_NAMES.has(key)) ?? '']
  return typeof name === 'string' && name.length <= 256 ? { name, valueKey } : null
}

// Two keys that cleaning makes equal stay two: a value is never lost silently.
function toFreeKey(key: string, taken: object): string {
  if (!Object.hasOwn(taken, key)) return key
  let free = key
  for (let number = 2; Object.hasOwn(taken, free); number += 1) free = `${key}#${number}`
  return free
}

// Nothing secret is so short and has letters only.
const PLAIN_KEY = /^[A-Za-z_][A-Za-z_-]{0,11}$/

function redactKey(rawKey: string, walk: Walk): string {
  const { cleanKeys } = walk.job
  if (cleanKeys.has(rawKey)) return rawKey
  const key = PLAIN_KEY.test(rawKey)
    ? rawKey
    : redactRead(cleanText(rawKey), {
        ...walk,
        key: '',
        facts: NO_FACTS,
        near: NEAR_NONE,
        hints: undefined,
        isVariable: false,
      })
  if (key === rawKey && cleanKeys.size < MAX_CLEANS) cleanKeys.add(rawKey)
  return key
}

function redactString(text: string, walk: Walk): string {
  const value = cleanText(text)
  const { job, path } = walk
  if (walk.isSecretData)
    return value === '' ? '<empty>' : markWhole(job, SECRET_DATA, { value, rule: 'data of a Secret', path })
  if (value === '') return walk.facts.secret !== null && !walk.facts.secret.weak ? '<empty>' : value
  const kind = judgeWhole(value, walk)
  if (kind >= 0) return markWhole(job, kind, { value, rule: 'name of its field', path })
  const shown = job.byKey
    ? hideYamlSecret(value, (hidden) =>
        markWhole(job, SECRET_DATA, { value: hidden, rule: 'data of a Secret', path }),
      )
    : value
  return redactRead(shown, walk)
}

// What is known by nothing but its text: JSON as JSON, JSON inside prose too, the rest as prose.
function redactRead(value: string, walk: Walk): string {
  const nested = redactNested(value, walk)
  if (nested !== null) return nested
  const texts = { job: walk.job, judgeJson: (json: string) => judgeJson(json, walk) }
  const parts = walk.nested < NESTED_DEPTH && value.length <= NESTED_BYTES ? findEmbedded(value) : []
  if (parts.length === 0) return redactText(texts, value, walk)
  let out = ''
  let done = 0
  for (const { start, end, json } of parts) {
    const text = value.slice(start, end)
    out += redactText(texts, value.slice(done, start), walk) + (redactParsed(json, walk) ?? text)
    done = end
  }
  return out + redactText(texts, value.slice(done), walk)
}

// Numbers are looked at as they are written; a leading zero that a number loses is put back where a key names its kind.
function redactNumber(number: number | bigint, walk: Walk): unknown {
  const { job, facts, path } = walk
  const value = String(number)
  if (walk.isSecretData) return markWhole(job, SECRET_DATA, { value, rule: 'data of a Secret', path })
  if (facts.secret !== null && !facts.secret.weak)
    return markWhole(job, toKindIndex(facts.secret.kind), { value, rule: 'name of its field', path })
  const kind = facts.personal >= 0 ? judgeWhole(value, walk) : -1
  if (kind >= 0) return markWhole(job, kind, { value, rule: 'name of its field', path })
  if (value.length < 6 || (value.length < 13 && facts.near.size === 0 && walk.near.size === 0)) return number
  const texts = { job, judgeJson: () => -1 }
  const spellings =
    facts.near.size === 0 || !/^\d+$/.test(value) ? [value] : [value, `0${value}`, `00${value}`]
  for (const spelling of spellings) {
    const redacted = redactText(texts, spelling, { ...walk, hints: undefined })
    if (redacted !== spelling) return redacted
  }
  return number
}

const BEGINS_JSON = /^\s{0,64}[[{]/

// JSON inside a string is redacted as JSON; null when the text is none or goes too deep.
function redactNested(text: string, walk: Walk): string | null {
  const first = text.charCodeAt(0)
  // Most texts begin with a letter: they need no pattern.
  if ((first > 32 && first !== 91 && first !== 123 && first < 128) || !BEGINS_JSON.test(text)) return null
  if (walk.nested >= NESTED_DEPTH || text.length > NESTED_BYTES) return null
  const parsed = parseJson(text)
  if (parsed === undefined) return null
  return redactParsed(parsed, walk) ?? text
}

// The JSON text of a redacted value, or null when nothing was replaced.
function redactParsed(parsed: unknown, walk: Walk): string | null {
  const before = total(walk.job)
  const redacted = redactValue(parsed, {
    ...walk,
    job: { ...walk.job, byKey: true },
    depth: walk.depth + 1,
    nested: walk.nested + 1,
  })
  return total(walk.job) === before ? null : JSON.stringify(redacted)
}

function total({ counts }: Job): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}

// The first kind that a decoded JSON text holds, secrets before others; -1 when it holds none or is no JSON.
function judgeJson(text: string, walk: Walk): number {
  if (walk.nested >= NESTED_DEPTH || text.length > NESTED_BYTES) return -1
  const parsed = parseJson(text)
  if (parsed === undefined) return -1
  const trial = createJob({
    byKey: true,
    addresses: walk.job.addresses,
    key: new Uint8Array(32),
    findCustom: walk.job.findCustom,
  } satisfies JobOptions)
  redactValue(parsed, { ...walk, job: trial, depth: walk.depth + 1, nested: walk.nested + 1, path: '' })
  const kinds = [...trial.counts.keys()].map(toKindIndex)
  return kinds.find((kind) => KINDS[kind]?.secret === true) ?? kinds[0] ?? -1
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
