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

// One element of a path: a text, which is checked, or SLASH, which no caller's text can become.
export type PathSegment = string | typeof SLASH

// Joins a base URL, checked segments and query values into one URL; nothing can leave the base's host and path.
export function buildUrl(base: URL, path: readonly PathSegment[], query: QueryValues = {}): URL {
  const url = new URL(base)
  const segments = path.map((one) =>
    encodeURIComponent(one === SLASH ? one.segment : checkSegment('text', String(one), 'path')),
  )
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
