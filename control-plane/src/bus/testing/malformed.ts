import { createFakeClock } from '@vedette/proto/clock'
import { createAdmission } from '../admission.ts'
import { createIntake } from '../intake.ts'
import { createPending } from '../pending.ts'
import type { CallRequest, CallResult } from '../types.ts'

// `pick` takes one of a list, `int` gives 0 up to, not including, n.
export type Chance = Readonly<{ int(n: number): number; pick<T>(list: readonly T[]): T }>
export type MalformedRun = Readonly<{
  messages: number
  random: Chance
  // Told of each message that crashed something, was taken for a message, or changed a prototype.
  onWrong(line: string): void
}>

const AS_OF = '2030-01-01T00:00:00Z'
const CONNECTOR = {
  ...{ instance: 'host', connector: 'host', health: 'up', since: AS_OF, checked_at: AS_OF },
  scopes: [{ host: 'web-1' }],
  operations: [{ id: 'host.info', contract: 1, digest: 'd' }],
}
const IDENTITY = { kind: 'host', id: 'm' }
const SOUND = Object.freeze({
  beat: {
    ...{ type: 'vedette.v1.beat', agent: 'ag_1', incarnation: 'inc', identity: IDENTITY, sequence: 1 },
    ...{ pings: { r1: 'n1', r2: 'n2' }, digest: 'd', sent_at: 1 },
  },
  report: {
    ...{ type: 'vedette.v1.report', agent: 'ag_1', incarnation: 'inc', started_at: 1, sequence: 1 },
    ...{ identity: IDENTITY, name: 'web', version: '1', labels: { team: 'shop' }, sent_at: 1 },
    connectors: [CONNECTOR],
    policy: {
      ...{ status: 'APPLIED', local_hash: '', remote_version: 0, remote_hash: '', effective_hash: '' },
      rules: [{ id: 'rule', deny: 'host.info', origin: 'local' }],
    },
    digest: 'd',
  },
  reply: {
    ...{ type: 'vedette.v1.reply', call: 'c1', agent: 'ag_1', incarnation: 'inc', operation: 'host.info' },
    ...{ took_ms: 1, sent_at: 1, vendor_calls: 1, outcome: 'answered' },
    parts: [{ scope: { host: 'web-1' }, state: 'read', items: 1, as_of: AS_OF }],
    ...{ body_bytes: 7, body_sha256: 'ab', chunks: 1, redacted: { email: 1 } },
  },
})
export type MessageKind = keyof typeof SOUND
const KINDS = ['beat', 'report', 'reply'] as const

// As many keys as no message may have, in as few bytes as they take.
const KEYS = Array.from({ length: 100_001 }, (_, at) => `"${at.toString(36)}":0`).join(',')
// Messages so wide cost a thousand others.
const WIDE_SHARE = 2_000
const NUMBER = /(?<=":)\d+(?=[,}])/g
const NAME = /"\w+":/g
const NO_UTF8 = ['ff', 'c080', 'eda080', 'f8888080', 'c3'].map((hex) => Buffer.from(hex, 'hex'))

// Each makes of sound JSON text bytes that no reader may take for a message.
const SPOILERS: Readonly<Record<string, (text: string, random: Chance) => Buffer>> = Object.freeze({
  truncated: (text, random) => Buffer.from(text.slice(0, random.int(text.length))),
  'of a wrong type': (text, random) => Buffer.from(JSON.stringify(retype(JSON.parse(text), random))),
  'with what is no number': (text, random) => {
    const no = random.pick(['NaN', 'Infinity', '-Infinity', '1e999', '0x1', '01', '+1', 'undefined'])
    return Buffer.from(replaceOne(text, NUMBER, random, () => no))
  },
  'with one key twice': (text, random) =>
    Buffer.from(
      replaceOne(text, NAME, random, (name) => `${name}${random.pick(['0', 'null', '"x"'])},${name}`),
    ),
  'in bad UTF-8': (text, random) => {
    const at = random.int(text.length + 1)
    return Buffer.concat([Buffer.from(text.slice(0, at)), random.pick(NO_UTF8), Buffer.from(text.slice(at))])
  },
  'with a prototype': (text, random) => {
    const key = random.pick(['__proto__', '\\u005f_proto__'])
    const value = random.pick(['{"polluted":1}', 'null', '{"__proto__":{"polluted":1}}', '[]'])
    return Buffer.from(replaceOne(text, NAME, random, (name) => `"${key}":${value},${name}`))
  },
})
const HOWS = Object.freeze(Object.keys(SPOILERS))

// Sends malformed messages of every kind to the intake and to calls under way. Gives how many were counted as malformed,
// by what was wrong with them; `onWrong` hears of each that was not.
export function runMalformed({ messages, random, onWrong }: MalformedRun): ReadonlyMap<string, number> {
  const counted = new Map<string, number>()
  const texts = new Map(KINDS.map((kind) => [kind, JSON.stringify(SOUND[kind])]))
  for (let n = 0; n < messages; n += 1) {
    const kind = random.pick(KINDS)
    const isWide = random.int(WIDE_SHARE) === 0
    const how = isWide ? 'with 100,001 keys' : random.pick(HOWS)
    const text = texts.get(kind) ?? ''
    const bytes = isWide
      ? Buffer.from(`${text.slice(0, -1)},${KEYS}}`)
      : (SPOILERS[how]?.(text, random) ?? Buffer.of())
    const complain = (what: string) => onWrong(`${what}: a ${kind} ${how}: ${bytes.toString().slice(0, 300)}`)
    try {
      if (isTaken(kind, bytes)) complain('taken')
      else counted.set(how, (counted.get(how) ?? 0) + 1)
    } catch (error) {
      complain(`crashed with ${error instanceof Error ? error.name : 'something'}`)
    }
    if (Object.hasOwn(Object.prototype, 'polluted')) complain('changed a prototype')
  }
  return counted
}

// Tells whether bytes pass for a message of this kind. Each reader is a new one: nobody sits in quarantine.
export function isTaken(kind: MessageKind, bytes: Buffer): boolean {
  if (kind === 'reply') return isReplyTaken(bytes)
  let heard = 0
  const intake = createIntake({
    replica: 'r1',
    clock: createFakeClock(),
    log: { info: () => {}, warn: () => {} },
    emit: () => {
      heard += 1
    },
  })
  intake[kind]('acme', `v1.agent.ag_1.${kind}`, bytes)
  if (intake.stats().malformed + heard !== 1) throw new RangeError('neither counted nor taken')
  return heard === 1
}

const REQUEST: CallRequest = {
  ...{ organisation: 'acme', agent: 'ag_1', incarnation: 'inc', operation: 'host.info', contract: 1 },
  ...{ instance: 'host', arguments: {}, tier: 'read', principal: 'tok', policy_hash: '', budget_ms: 1 },
  signal: new AbortController().signal,
}

// A sound header is waited upon for its body; every other one ends the call without a value.
function isReplyTaken(bytes: Buffer): boolean {
  const results: CallResult[] = []
  const pending = createPending({
    request: REQUEST,
    call: 'c1',
    admission: createAdmission(),
    acknowledge: () => {},
    settle: (result) => results.push(result),
  })
  pending.take(0, bytes)
  pending.release()
  const [result] = results
  return result?.kind !== 'lost' || result.part.state !== 'unusable' || result.part.why !== 'malformed'
}

type Json = Record<string, unknown>

// The same message with one value of another type than its own, at any depth.
function retype(message: Json, random: Chance): Json {
  const key = random.pick(Object.keys(message))
  const value = message[key]
  const inner = Array.isArray(value) ? value[0] : value
  const goesDeeper = typeof inner === 'object' && inner !== null && random.int(3) > 0
  if (!goesDeeper) {
    const others = OTHERS.filter(
      (one) => kindOf(one) !== kindOf(value) && !(one === null && key === NULLABLE),
    )
    return { ...message, [key]: random.pick(others) }
  }
  const changed = retype(inner as Json, random) // an object of JSON
  return { ...message, [key]: Array.isArray(value) ? [changed] : changed }
}

// The one field that may be null.
const NULLABLE = 'checked_at'
const OTHERS: readonly unknown[] = [null, true, 7, 'x', [7], { x: 7 }]

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

function replaceOne(text: string, what: RegExp, random: Chance, by: (found: string) => string): string {
  const found = random.pick([...text.matchAll(what)])
  return text.slice(0, found.index) + by(found[0]) + text.slice(found.index + found[0].length)
}

// A message that nothing is wrong with.
export function toSound(kind: MessageKind): Buffer {
  return Buffer.from(JSON.stringify(SOUND[kind]))
}
