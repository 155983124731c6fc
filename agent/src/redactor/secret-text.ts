import { isPlaceholder, toSecretKind } from './secret-keys.ts'

// Told once for each value that was replaced.
export type CountKind = (kind: string) => void

type TextRule = Readonly<{
  // Lower-case words of which at least one stands in any text that the pattern can match.
  needs: readonly string[]
  replace(text: string, count: CountKind): string
}>

// A key runs to the next five dashes; one without an end takes what follows with it.
const PRIVATE_KEY =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){0,16384}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g
const USERINFO = /\b([a-z][a-z0-9+.-]{1,31}:\/\/)([^\s/?#@"'<>]{1,512})@/gi
const SCHEME = /\b(bearer|basic|token|apikey)(\s{1,4})([A-Za-z0-9+/=._~:-]{8,8192})/gi
// A key with its `=` or `:`; what follows is looked at only when the key promises a secret.
const KEY = /(?<![<A-Za-z0-9_.-])(["']?)([A-Za-z][A-Za-z0-9_.-]{0,63})\1\s{0,4}[=:]\s{0,4}(?!\/\/)/g
const VALUE = /"([^"\n]{1,4096})"|'([^'\n]{1,4096})'|([^\s"'&;,)}\]<>]{1,4096})/y
const NO_SECRET = /^(?:true|false|null|nil|none|bearer|basic|token|apikey)$/i

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
    replace: replaceAssignments,
  },
])

function replaceAssignments(text: string, count: CountKind): string {
  let out = ''
  let done = 0
  for (const match of text.matchAll(KEY)) {
    const kind = toSecretKind(match[2] ?? '')
    const start = match.index + match[0].length
    if (kind === null || start < done) continue
    VALUE.lastIndex = start
    const value = VALUE.exec(text)
    const bare = value?.[1] ?? value?.[2] ?? value?.[3]
    if (value === null || bare === undefined || isPlaceholder(bare) || NO_SECRET.test(bare)) continue
    out += text.slice(done, start) + value[0].replace(bare, () => tag(kind, count))
    done = start + value[0].length
  }
  return out + text.slice(done)
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
