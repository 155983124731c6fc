import { isPlaceholder, toSecretKind } from './secret-keys.ts'

// Told once for each value that was replaced.
export type CountKind = (kind: string) => void

type TextRule = Readonly<{
  // Lower-case words of which at least one stands in any text that the pattern can match.
  needs: readonly string[]
  replace(text: string, count: CountKind): string
}>

const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,16384}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g
const USERINFO = /\b([a-z][a-z0-9+.-]{1,31}:\/\/)([^\s/?#@"'<>]{1,512})@/gi
const SCHEME = /\b(bearer|basic|token|apikey)(\s{1,4})([A-Za-z0-9+/=._~:-]{8,8192})/gi
const ASSIGNMENT =
  /(?<![<A-Za-z0-9_.-])(["']?)([A-Za-z][A-Za-z0-9_.-]{0,63})\1(\s{0,4}[=:]\s{0,4})("[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'&;,)}\]<>]{1,4096})/g

const RULES: readonly TextRule[] = Object.freeze([
  {
    needs: ['private key'],
    replace: (text, count) => text.replace(PRIVATE_KEY, () => tag('private_key', count)),
  },
  {
    needs: ['://'],
    replace: (text, count) =>
      text.replace(USERINFO, (whole, scheme: string, userinfo: string) =>
        isPlaceholder(userinfo) ? whole : `${scheme}${tag('url_userinfo', count)}@`,
      ),
  },
  {
    needs: ['bearer', 'basic', 'token', 'apikey'],
    replace: (text, count) =>
      text.replace(SCHEME, (whole, scheme: string, space: string, value: string) =>
        /\d|[A-Z].*[a-z]|[=+/]/.test(value) ? `${scheme}${space}${tag('authorization', count)}` : whole,
      ),
  },
  {
    needs: ['=', ':'],
    replace: (text, count) => text.replace(ASSIGNMENT, (...match) => replaceAssignment(match, count)),
  },
])

function replaceAssignment(match: readonly unknown[], count: CountKind): string {
  const [whole, quote, key, sign, value] = match as string[] // groups of ASSIGNMENT, all mandatory
  if (whole === undefined || key === undefined || value === undefined) return whole ?? ''
  const kind = toSecretKind(key)
  const bare = value.replace(/^["']|["']$/g, '')
  if (kind === null || isPlaceholder(bare) || /^(?:true|false|null|nil|none|bearer|basic)$/i.test(bare))
    return whole
  const mark = value === bare ? '' : value.slice(0, 1)
  return `${quote}${key}${quote}${sign}${mark}${tag(kind, count)}${mark}`
}

function tag(kind: string, count: CountKind): string {
  count(kind)
  return `<secret:${kind}>`
}

// Free text with credentials in URLs, headers, assignments and PEM blocks replaced by `<secret:kind>`.
export function redactText(text: string, count: CountKind): string {
  const lower = text.toLowerCase()
  return RULES.reduce(
    (out, rule) => (rule.needs.some((word) => lower.includes(word)) ? rule.replace(out, count) : out),
    text,
  )
}
