const MESSAGE_CHARS = 8192
// A time stands at a line's start or in the first fields of a JSON line.
const LOOK_CHARS = 160
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'
const DAY_MS = 86_400_000

const ISO = /(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))?\s?(Z|[+-]\d\d:?\d\d)?/
const ACCESS = /\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/
const SYSLOG = /^(?:<\d{1,3}>)?([A-Z][a-z]{2}) ([ \d]\d) (\d\d:\d\d:\d\d)/

// A message of at most 8,192 characters, and whether it was longer.
export function cutMessage(message: string): Readonly<{ message: string; cut?: true }> {
  return message.length <= MESSAGE_CHARS
    ? { message }
    : { message: message.slice(0, MESSAGE_CHARS), cut: true }
}

// When a line says it was written, in epoch milliseconds, or null. ISO 8601, access-log and syslog forms; one
// without a zone is in this process's zone, one without a year in the last year that is not the future.
export function parseLineTime(line: string, now: number): number | null {
  const start = line.slice(0, LOOK_CHARS)
  return parseIso(start) ?? parseAccess(start) ?? parseSyslog(start, now)
}

function parseIso(text: string): number | null {
  const match = ISO.exec(text)
  if (match === null) return null
  const [, date, time, fraction = '0', zone = ''] = match
  return toTime(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}${withColon(zone)}`)
}

function parseAccess(text: string): number | null {
  const [, day, name, year, time, zone = ''] = ACCESS.exec(text) ?? []
  const month = toMonth(name)
  return month === null ? null : toTime(`${year}-${month}-${day}T${time}${withColon(zone)}`)
}

function parseSyslog(text: string, now: number): number | null {
  const [, name, day = '', time] = SYSLOG.exec(text) ?? []
  const month = toMonth(name)
  if (month === null) return null
  const year = new Date(now).getFullYear()
  const inYear = (one: number) => toTime(`${one}-${month}-${day.trim().padStart(2, '0')}T${time}`)
  const at = inYear(year)
  return at !== null && at > now + DAY_MS ? inYear(year - 1) : at
}

function toMonth(name: string | undefined): string | null {
  const at = name === undefined ? -1 : MONTHS.split(' ').indexOf(name)
  return at === -1 ? null : String(at + 1).padStart(2, '0')
}

function withColon(zone: string): string {
  return zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2')
}

function toTime(text: string): number | null {
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
