import { partialOf, type Reading, SourceError } from '@vedette/proto/connector'
import { isReadClass, type Part, type UnreadPart } from '@vedette/proto/visibility'
import { cleanText } from '../redactor/index.ts'
import type { Refusal, RunResponse, Reading as SentReading } from './connector-pb.ts'
import { FRAMES, PARTS, VALUE_BYTES } from './limits.ts'
import { parseJson } from './parse-json.ts'
import { type PartFacts, toPart } from './to-part.ts'
import { toRefusal } from './to-source-error.ts'

export type RunFacts = Readonly<{ facts(): PartFacts; onAsked(): void }>

type Last = Exclude<RunResponse['frame'], { case: 'value' | 'asked' | undefined }>

const REFUSALS = ['invalid_argument', 'wrong_dialect', 'not_found'] as const
const DIALECT = /^[a-z][a-z0-9_-]{0,31}$/
const QUERY = 8192
const WARNINGS = 20
const WARNING = 512

// Folds the frames of one call. Throws SourceError `unusable` when they are too many or too large, end without a last
// one or go on after it, and what the plugin's own failure or refusal stands for.
export async function readRun(frames: AsyncIterable<RunResponse>, run: RunFacts): Promise<Reading<unknown>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  let count = 0
  let last: Last | null = null
  for await (const { frame } of frames) {
    count++
    if (last !== null || frame.case === undefined) throw unusable('malformed')
    if (count > FRAMES) throw unusable('too_large')
    if (frame.case === 'asked') run.onAsked()
    else if (frame.case !== 'value') last = frame
    else {
      bytes += frame.value.length
      if (bytes > VALUE_BYTES) throw unusable('too_large')
      chunks.push(frame.value)
    }
  }
  // A stream that only ends has not said that it is whole.
  if (last === null) throw unusable('unparseable')
  if (last.case === 'refusal') throw toRefused(last.value)
  if (last.case === 'failure') throw toFailure(last.value.part && toPart(last.value.part, run.facts()))
  return toReading(last.value, Buffer.concat(chunks), run.facts())
}

function toReading(sent: SentReading, bytes: Buffer, facts: PartFacts): Reading<unknown> {
  if (sent.parts.length === 0) throw unusable('malformed')
  if (sent.parts.length > PARTS) throw unusable('too_large')
  const parts = sent.parts.map((part) => toPart(part, facts))
  const isRead = parts.some((part) => isReadClass(part.state))
  return partialOf(isRead ? parseJson(bytes) : null, parts, toExtras(sent))
}

function toExtras({ query, dialect, url, warnings }: SentReading) {
  return {
    ...(query === '' ? {} : { query: cleanText(query).slice(0, QUERY) }),
    ...(DIALECT.test(dialect) ? { dialect } : {}),
    ...(isLink(url) ? { url } : {}),
    ...(warnings.length === 0
      ? {}
      : { warnings: warnings.slice(0, WARNINGS).map((one) => cleanText(one).slice(0, WARNING)) }),
  }
}

// Nobody is led to a script, nor with a password.
function isLink(text: string): boolean {
  if (text === '' || cleanText(text) !== text || !URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === ''
}

function toRefused({ code, field, message }: Refusal) {
  const known = REFUSALS.find((one) => one === code)
  return toRefusal({ code: known ?? 'invalid_argument', field, message: cleanText(message) })
}

function toFailure(part: Part | undefined): SourceError {
  // "Nothing was read" cannot carry a word that says that something was.
  if (part === undefined || !isUnread(part)) return unusable('malformed')
  const { scope: _, state, ...carried } = part
  switch (state) {
    case 'not_needed':
    case 'capped':
    case 'agent_offline':
    case 'connector_down':
      return unusable('malformed')
    default:
      return new SourceError(state, carried)
  }
}

function isUnread(part: Part): part is UnreadPart {
  return !isReadClass(part.state)
}

function unusable(why: 'malformed' | 'too_large' | 'unparseable'): SourceError {
  return new SourceError('unusable', { why })
}
