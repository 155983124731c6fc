import { invalidArgument, quoteInput } from './error.ts'

// An instant in epoch milliseconds; `assumed` is the zone that a naive time was read in.
export type ParsedInstant = Readonly<{ at: number; assumed?: string }>

export type TimeContext = Readonly<{
  // Epoch milliseconds.
  now: number
  // IANA zone of the organisation, for times written without an offset.
  zone: string
  // The argument, as errors name it.
  field: string
}>

export const TIME_FORMS = 'RFC 3339, epoch, -90m or now'

const UNIT_MS: Readonly<Record<string, number>> = Object.freeze({
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
})
const RELATIVE = /^(?:now)?\s*-\s*((?:\d{1,9}[smhdw])+)$/
const WRITTEN =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?([Zz]|[+-]\d{2}:?\d{2})?$/
// Epoch numbers below this are seconds, above it milliseconds (the year 5138 in seconds).
const SECONDS_BELOW = 100_000_000_000
const LATEST_MS = Date.UTC(9999, 11, 31)

// Reads a time that a caller wrote. Throws ToolFault `invalid_argument` naming the field.
export function parseInstant(written: unknown, context: TimeContext): ParsedInstant {
  if (typeof written === 'number') return parseEpoch(written, context)
  if (typeof written !== 'string') throw badTime('a time is a string or a number', context)
  const text = written.trim()
  if (text === 'now') return { at: context.now }
  if (/^\d{1,19}(?:\.\d{1,9})?$/.test(text)) return parseEpoch(Number(text), context)
  const relative = RELATIVE.exec(text)
  if (relative !== null) return { at: context.now - parseDuration(relative[1] ?? '', context) }
  if (/^around\b/i.test(text)) throw refuseAround(context.field)
  const match = WRITTEN.exec(text)
  if (match === null) throw badTime(`${quoteInput(text)} is not a time`, context)
  return parseWritten(match, text, context)
}

// `around: <incident or deploy id>` needs incidents and deploys to look up: it is refused by name, not guessed.
export function refuseAround(field: string): Error {
  return invalidArgument({
    field,
    message: 'around an incident or deploy is not offered by this release',
    fix: `give from and to: ${TIME_FORMS}`,
  })
}

// RFC 3339 in UTC, without fractions of zero.
export function toRfc3339(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z')
}

// `5400` -> `90m`; whole units only, for texts.
export function toSpan(seconds: number): string {
  for (const [unit, size] of [
    ['d', 86_400],
    ['h', 3600],
    ['m', 60],
  ] as const)
    if (seconds >= size && seconds % size === 0) return `${seconds / size}${unit}`
  return `${seconds}s`
}

function parseEpoch(number: number, context: TimeContext): ParsedInstant {
  const at = Math.round(Math.abs(number) < SECONDS_BELOW ? number * 1000 : number)
  if (!Number.isFinite(at) || at < 0 || at > LATEST_MS)
    throw badTime('an epoch time is seconds or milliseconds since 1970', context)
  return { at }
}

function parseDuration(text: string, context: TimeContext): number {
  let total = 0
  for (const [, count, unit] of text.matchAll(/(\d+)([smhdw])/g))
    total += Number(count) * (UNIT_MS[unit ?? ''] ?? 0)
  if (total > context.now) throw badTime(`-${text} lies before 1970`, context)
  return total
}

function parseWritten(match: RegExpExecArray, text: string, context: TimeContext): ParsedInstant {
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0))
  const fraction = Number(`0.${match[7] ?? 0}`)
  const utc = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second)
  const back = new Date(utc)
  const rolled = back.getUTCMonth() + 1 !== month || back.getUTCDate() !== day || back.getUTCHours() !== hour
  if (rolled || back.getUTCMinutes() !== minute || back.getUTCSeconds() !== second)
    throw badTime(`${quoteInput(text)} is not on the calendar`, context)
  const local = utc + Math.trunc(fraction * 1000)
  const offset = match[8]
  if (offset === undefined) return { at: toUtc(local, context.zone), assumed: context.zone }
  return { at: local - parseOffset(offset) }
}

function parseOffset(offset: string): number {
  if (offset === 'Z' || offset === 'z') return 0
  const digits = offset.replaceAll(/[^\d]/g, '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

// Wall time of a zone to UTC; twice, so that the offset is the one that holds at the result.
function toUtc(local: number, zone: string): number {
  const first = local - zoneOffset(local, zone)
  return local - zoneOffset(first, zone)
}

function zoneOffset(at: number, zone: string): number {
  if (zone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(at / 1000) * 1000
}

function badTime(message: string, context: TimeContext): Error {
  return invalidArgument({ field: context.field, message, fix: `write ${context.field} as ${TIME_FORMS}` })
}
