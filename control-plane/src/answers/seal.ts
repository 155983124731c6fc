import type { Grade, NextCall, OwnSource, Sealed, Source } from '@vedette/proto/visibility'
import { sealEnvelope, sealNoInfrastructure } from '@vedette/proto/visibility'
import type { ReadResult } from '../dispatch/types.ts'
import { toCost, toRan, toReadBody } from './body.ts'
import { cleanText } from './clean.ts'
import { type Cut, fitBody } from './fit.ts'
import { isRecord, type JsonObject, type JsonValue } from './json.ts'
import { type KeptBody, toKeptBody } from './overflow.ts'
import { type Handle, issueAnswer, type SealedAnswer, UNWRITTEN } from './sealed.ts'
import { type Detail, shapeValue } from './shape.ts'

// Characters of an answer: by default, and at the most.
export const ANSWER_CHARACTERS: Readonly<Record<Detail, number>> = Object.freeze({
  brief: 24_000,
  full: 45_000,
})

// What a caller asked for, as the answer repeats it.
export type Asked = Readonly<{
  asked: Readonly<Record<string, unknown>>
  defaulted: readonly string[]
  window: Readonly<Record<string, unknown>> | null
  detail: Detail
  // Arguments that would make the answer smaller, best first.
  narrow: readonly string[]
  // Characters at most, where a tool promises fewer than the detail allows.
  max?: number
  // False where what is shown is kept already, so that a cut needs no handle of its own.
  isKeepable?: boolean
}>

export type AnswerFacts = Asked &
  Readonly<{
    reads: readonly ReadResult[]
    // Sources that no read stands for: left out by our own limits, denied before asking.
    sources?: readonly Source[]
    // What was found; without it, the body is the first read's. Shaped here; ignored when nothing was read.
    body?: Readonly<Record<string, unknown>>
    verdict?: Grade
    // False where the body's own evidence names the native queries.
    showRan?: boolean
    error?: Readonly<{ code: string; message: string }>
    // The action that waits for a person, where nothing was read because of it.
    pending?: string
    next?: readonly NextCall[]
    // Epoch milliseconds.
    now: number
  }>

// Seals the answer of a tool that read something, or tried to: the one way from reads to text.
export function sealAnswer(facts: AnswerFacts): SealedAnswer {
  const { reads, detail, now } = facts
  const sources = [...reads.flatMap(toSources), ...(facts.sources ?? [])]
  const [first] = reads
  const body =
    facts.body === undefined
      ? first === undefined
        ? null
        : toReadBody(first, detail)
      : toOwnBody(facts.body, detail)
  const ran = facts.showRan === false ? [] : toRan(reads)
  const seal = (shown: JsonObject | null, handle?: string): Sealed =>
    sealEnvelope({
      sources,
      body: shown,
      now,
      ...(handle === undefined ? {} : { handle }),
      ...(facts.error === undefined ? {} : { error: facts.error }),
      ...(facts.pending === undefined ? {} : { pending: facts.pending }),
      ...(facts.verdict === undefined ? {} : { verdict: facts.verdict }),
      ...(facts.next === undefined ? {} : { next: facts.next }),
      ...toTold(facts),
      ...(reads.length === 0 ? {} : { cost: toCost(reads) }),
    })
  const agents = reads.flatMap((read) =>
    read.instances.flatMap(({ agent }) => (agent === null ? [] : [agent])),
  )
  const kept = () =>
    toKeptBody({
      reads,
      body: facts.body,
      sources,
      asked: toAsked(facts.asked),
      window: shapeValue(facts.window, 'brief'),
    })
  const shown = body === null || ran.length === 0 ? body : { ran, ...body }
  return toAnswer(shown, { seal, facts, agents, ...(facts.isKeepable === false ? {} : { kept }) })
}

// Seals the answer of a tool that asks no agent: fleet health, scopes, the catalogue.
export function sealOwnAnswer(
  facts: Asked & Readonly<{ body: Readonly<Record<string, unknown>>; source: OwnSource; now: number }>,
): SealedAnswer {
  const body = toOwnBody(facts.body, facts.detail)
  const seal = (shown: JsonObject | null): Sealed =>
    sealNoInfrastructure({ source: facts.source, body: shown, now: facts.now, ...toTold(facts) })
  return toAnswer(body, { seal, facts, agents: [] })
}

type Sealing = Readonly<{
  seal: (body: JsonObject | null, handle?: string) => Sealed
  facts: Asked
  agents: readonly string[]
  // What the lists hold whole; absent where nothing of it can be kept.
  kept?: () => KeptBody
  handle?: Handle
}>

// Seals, and seals again with less where the text would be too long; the cut says how much was left out.
function toAnswer(body: JsonObject | null, sealing: Sealing): SealedAnswer {
  const { seal, facts, agents, kept, handle } = sealing
  const max = limitOf(facts) - UNWRITTEN.length
  let sealed = seal(body, handle?.id)
  let text = JSON.stringify(sealed)
  const isCut = body !== null && text.length > max
  if (isCut) {
    const overhead = text.length - JSON.stringify(body).length
    for (let room = max - overhead - CUT_ROOM; text.length > max && room > 0; room = Math.floor(room * 0.8)) {
      const fitted = fitBody(body, room)
      sealed = seal({ cut: toCut(fitted.cuts, facts, handle), ...fitted.body }, handle?.id)
      text = JSON.stringify(sealed)
    }
  }
  if (text.length > max) throw new RangeError('an answer does not fit its size even without its body')
  return issueAnswer({
    text,
    visibility: sealed.visibility,
    error: errorCodeOf(sealed['error']),
    agents: [...new Set(agents)],
    ...(isCut && kept !== undefined && handle === undefined && sealed.visibility !== 'none'
      ? { overflow: { kept, withHandle: (made: Handle) => toAnswer(body, { ...sealing, handle: made }) } }
      : {}),
  })
}

// Characters that the account of a cut may take.
const CUT_ROOM = 2000
const MAX_CUTS = 8

function limitOf({ detail, max }: Asked): number {
  return Math.min(max ?? Number.POSITIVE_INFINITY, ANSWER_CHARACTERS[detail])
}

function toCut(cuts: readonly Cut[], asked: Asked, handle: Handle | undefined): JsonObject {
  const { detail, narrow } = asked
  const largest = [...cuts].sort((a, b) => b.total - b.shown - (a.total - a.shown))
  return {
    why: `the answer is limited to ${limitOf(asked)} characters; what is left out was read and is not shown`,
    ...(handle === undefined ? {} : { result: toResult(handle) }),
    lists: largest.slice(0, MAX_CUTS).map(({ at, shown, total }) => ({ at, shown, total })),
    ...(largest.length > MAX_CUTS ? { more_lists_cut: largest.length - MAX_CUTS } : {}),
    narrow: [...narrow, ...(detail === 'brief' ? ['detail: full'] : [])],
  }
}

// Where the whole of it is: rows by list, the largest first.
function toResult({ id, expires_at, body }: Handle): JsonObject {
  const lists = Object.entries(body.lists).sort(([, a], [, b]) => b.total - a.total)
  const isShort = lists.some(([, { rows, total }]) => rows.length < total)
  return {
    id,
    rows: Object.fromEntries(
      lists.slice(0, MAX_CUTS).map(([at, { rows }]) => [cleanText(at).slice(0, 200), rows.length]),
    ),
    ...(isShort ? { short: 'the set itself was cut at 8 MiB' } : {}),
    until: new Date(expires_at).toISOString().replace('.000Z', 'Z'),
    read: 'results_page, or SQL over it by results_query',
  }
}

function toSources(read: ReadResult): readonly Source[] {
  return read.instances.flatMap((instance) => instance.outcome.sources)
}

function toOwnBody(body: Readonly<Record<string, unknown>>, detail: Detail): JsonObject {
  const shaped = shapeValue(body, detail)
  return isRecord(shaped) ? shaped : {}
}

function toTold({ asked, defaulted, window }: Asked): Readonly<Record<string, JsonValue>> {
  return {
    asked: toAsked(asked),
    ...(defaulted.length === 0 ? {} : { defaulted }),
    ...(window === null ? {} : { window: shapeValue(window, 'brief') }),
  }
}

const ASKED_MAX = 4000

// The effective arguments; very long ones are shortened, each with its length.
function toAsked(asked: Readonly<Record<string, unknown>>): JsonObject {
  const shaped = toOwnBody(asked, 'brief')
  if (JSON.stringify(shaped).length <= ASKED_MAX) return shaped
  return Object.fromEntries(
    Object.entries(shaped).map(([key, value]) => {
      const text = JSON.stringify(value)
      return [
        key,
        text.length <= 200 ? value : `${text.slice(0, 200).toWellFormed()}…[${text.length} characters]`,
      ]
    }),
  )
}

function errorCodeOf(error: unknown): string | null {
  if (typeof error === 'string') return error
  return isRecord(error) && typeof error['code'] === 'string' ? error['code'] : null
}
