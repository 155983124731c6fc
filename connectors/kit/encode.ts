import { ArgumentError } from '@vedette/proto/connector'

type Grammar = Readonly<{ pattern: RegExp; says: string }>

// What one segment of a URL path may look like. None admits a slash, a percent sign, `.` or `..`.
export const SEGMENTS = Object.freeze({
  text: {
    pattern: /^[\p{L}\p{N} _.:@~+=,-]{1,256}$/u,
    says: 'letters, digits, spaces and _ . : @ ~ + = , -',
  },
  name: {
    pattern: /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?$/,
    says: 'letters, digits, dots, _ and -',
  },
  identifier: {
    pattern: /^[A-Za-z_][A-Za-z0-9_]{0,254}$/,
    says: 'letters, digits and _, not starting with a digit',
  },
  hex: { pattern: /^[0-9a-fA-F]{1,64}$/, says: 'hexadecimal digits' },
  integer: { pattern: /^\d{1,19}$/, says: 'digits' },
  uuid: {
    pattern: /^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$/,
    says: 'a UUID of 36 characters',
  },
} satisfies Record<string, Grammar>)

export type SegmentKind = keyof typeof SEGMENTS

// Checks a caller's value that becomes a path segment and returns it unchanged. Throws ArgumentError naming the field.
export function checkSegment(kind: SegmentKind, text: string, field: string): string {
  const grammar = SEGMENTS[kind]
  if (grammar.pattern.test(text) && !/^\.\.?$/.test(text)) return text
  throw new ArgumentError({
    field,
    message: `${field} is not a valid ${kind}`,
    fix: `use ${grammar.says} only`,
  })
}

// The one segment with a slash that a connector may write by itself: a name that is a slash and nothing else.
export const SLASH = Object.freeze({ segment: '/' } as const)

// The end of a path that a vendor wants to end in a slash; the connector writes it itself, as the last element.
export const ENDING_SLASH = Object.freeze({ ending: 'slash' } as const)

// The element that a vendor reads as everything, which a connector may write by itself.
export const ANY = Object.freeze({ any: '*' } as const)

// Several checked texts that a vendor takes as one element, with encoded slashes between them: `group/project`.
export type JoinedSegment = Readonly<{ joined: readonly string[] }>

// A checked text with a verb that the connector writes itself, after a colon that stays as it is: `projects:search`. A
// caller's colon is encoded, so no caller's text becomes a verb.
export type VerbSegment = Readonly<{ of: string; verb: string }>

// One element of a path: a text, which is checked, texts that are joined, or SLASH or ANY, which no
// caller's text can become.
export type PathSegment =
  | string
  | typeof SLASH
  | typeof ANY
  | typeof ENDING_SLASH
  | JoinedSegment
  | VerbSegment

// Splits a caller's text at its slashes into elements of a path. Throws ArgumentError naming the field for an empty
// element, `.`, `..` and whatever a segment may not hold.
export function splitSegments(text: string, field: string): readonly string[] {
  return text.split('/').map((one) => checkSegment('text', one, field))
}

// Joins a base URL, checked segments and query values into one URL; nothing can leave the base's host and path.
export function buildUrl(base: URL, path: readonly PathSegment[], query: QueryValues = {}): URL {
  const url = new URL(base)
  const encode = (one: string) => encodeURIComponent(checkSegment('text', one, 'path'))
  const segments = path.map((one) => {
    if (one === SLASH) return encodeURIComponent(one.segment)
    if (one === ENDING_SLASH) return ''
    if (one === ANY) return one.any
    if (typeof one === 'object' && 'verb' in one) return `${encode(one.of)}:${encode(one.verb)}`
    return typeof one === 'object' && 'joined' in one
      ? one.joined.map(encode).join('%2F')
      : encode(String(one))
  })
  url.pathname = [base.pathname.replace(/\/+$/, ''), ...segments].join('/')
  url.search = toParams(query).toString()
  return url
}

export type QueryValues = Readonly<Record<string, string | readonly string[]>>

// Query or form parameters; a list repeats its key.
export function toParams(values: QueryValues): URLSearchParams {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(values)) {
    for (const one of typeof value === 'string' ? [value] : value) params.append(key, one)
  }
  return params
}
