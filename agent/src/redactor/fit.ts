import { type Part, type Scope, STATES } from '@vedette/proto/visibility'

// What the protocol lets a reply's header hold; longer text is cut after redaction, never before.
const TEXT = 1024
const CURSOR = 2048
const QUERY = 8192
const URL_LENGTH = 2048
const WARNING = 512
const WARNINGS = 20
const SCOPE_KEY = 64
const SCOPE_VALUE = 512

type Facts = Readonly<{ query?: string; dialect?: string; url?: string; warnings?: readonly string[] }>

// A part whose texts fit. One whose cursor does not fit loses it and is `truncated`: the rest cannot be read on.
export function fitPart(part: Part): Part {
  const texts = Object.entries(part).map(([key, value]) =>
    key !== 'cursor' && typeof value === 'string' ? [key, value.slice(0, TEXT)] : [key, value],
  )
  const fitted: Part = { ...Object.fromEntries(texts), state: part.state, scope: fitScope(part.scope) }
  if (fitted.cursor === undefined || fitted.cursor.length <= CURSOR) return fitted
  const { cursor: _, items, ...rest } = fitted
  if (STATES[part.state].class !== 'read') return rest
  return { ...rest, state: 'truncated', cap: 'page', at_least: items ?? fitted.at_least ?? 0 }
}

// A scope whose names and values fit.
export function fitScope(scope: Scope): Scope {
  const pairs = Object.entries(scope).map(([key, value]) => [
    key.slice(0, SCOPE_KEY),
    value.slice(0, SCOPE_VALUE),
  ])
  return Object.fromEntries(pairs)
}

// Query, link and warnings that fit; a link that does not fit is left out, for a cut one leads nowhere.
export function fitFacts({ query, dialect, url, warnings }: Facts): Facts {
  return {
    ...(query === undefined ? {} : { query: query.slice(0, QUERY) }),
    ...(dialect === undefined || dialect.length > 32 ? {} : { dialect }),
    ...(url === undefined || url.length > URL_LENGTH ? {} : { url }),
    ...(warnings === undefined
      ? {}
      : { warnings: warnings.slice(0, WARNINGS).map((one) => one.slice(0, WARNING)) }),
  }
}
