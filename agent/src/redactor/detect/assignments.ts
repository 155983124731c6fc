import { isRandomLike } from '../checks/tokens.ts'
import { isPlaceholder, type SecretKey, toSecretKey } from '../secret-keys.ts'
import { isKeptToken } from './keep.ts'
import { isPersonalValue, judgePersonalKey } from './personal-keys.ts'
import type { Scan } from './scan.ts'
import { toKindIndex } from './tables.ts'

const MAX_KEY = 64
const MAX_WEAK = 512
const KNOWN = 4096
const known = new Map<string, SecretKey | null>()

// What the name of a key promises; names recur, so answers are kept.
export function judgeKey(key: string): SecretKey | null {
  const judged = known.get(key)
  if (judged !== undefined) return judged
  if (known.size >= KNOWN) known.clear()
  const fresh = toSecretKey(key)
  known.set(key, fresh)
  return fresh
}

// From the end of a key to its value, and whether a flag of a command line stands before it.
const BETWEEN = /\\{0,3}["'`\]]?\s{0,4}(?:[:=]>?|=>|:=|==)\s{0,4}(?!\/\/)/y
const SPACES = / {1,4}(?![-=:])/y
const SAYS = / (?:is|was|are)(?: now| set to)?:? {1,2}/y
const VALUE =
  /\\{0,3}"((?:[^"\n\\]|\\(?!")[^\n]){1,4096})\\{0,3}"|'([^'\n]{1,4096})'|`([^`\n]{1,4096})`|([^\s"'&;,)}\]<>\\]{1,4096})/y
const NO_SECRET = /^(?:true|false|null|nil|none|yes|no|bearer|basic|token|apikey)$/i
const SCHEME =
  /["'\\]{0,4}(?:(bearer|basic|token|apikey|geniekey|splunk|key|dpop)\s{1,4}|((?:digest|negotiate|oauth|aws4-hmac-sha256|ntlm|hawk|signature)\s))/iy
const CREDENTIAL = /[^\s"'\\,;]{1,8192}/y
const LINE = /[^\r\n"'\\]{1,4096}/y

// Reads the value of the key in which a secret's word stands at `start` to `end`, when the key ends there in a promise.
export function readAssignment(scan: Scan, start: number, end: number): void {
  const { text } = scan
  if (start < scan.keyDone) return
  let keyEnd = end
  while (keyEnd - end < MAX_KEY && isKeyAt(text, keyEnd)) keyEnd += 1
  const valueAt = findValue(text, keyEnd, start)
  if (valueAt < 0) return
  let keyStart = start
  while (start - keyStart < MAX_KEY && isKeyAt(text, keyStart - 1)) keyStart -= 1
  scan.keyDone = keyEnd
  const key = text.slice(keyStart, keyEnd)
  const promise = judgeKey(key)
  if (promise === null) readPersonal(scan, valueAt, key)
  else if (promise.kind === 'authorization') readAuthorization(scan, valueAt)
  else if (promise.kind === 'cookie' && !promise.weak) readCookie(scan, valueAt)
  else readValue(scan, valueAt, promise)
}

function isKeyAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46
  )
}

function findValue(text: string, keyEnd: number, keyStart: number): number {
  BETWEEN.lastIndex = keyEnd
  if (BETWEEN.test(text)) return BETWEEN.lastIndex
  if (text.charCodeAt(keyEnd) !== 32) return -1
  SAYS.lastIndex = keyEnd
  if (SAYS.test(text)) return SAYS.lastIndex
  SPACES.lastIndex = keyEnd
  // `--password hunter2`
  return /(?:^|\s)--?[\w-]{0,64}$/.test(text.slice(Math.max(0, keyStart - 66), keyStart)) && SPACES.test(text)
    ? SPACES.lastIndex
    : -1
}

function readValue(scan: Scan, at: number, promise: SecretKey): void {
  if (promise.weak && at < scan.weakDone) return
  VALUE.lastIndex = at
  const match = VALUE.exec(scan.text)
  const bare = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4]
  if (match === null || bare === undefined || isPlaceholder(bare) || NO_SECRET.test(bare)) return
  if (promise.weak) {
    scan.weakDone = VALUE.lastIndex
    if (bare.length > MAX_WEAK || !isRandomLike(bare) || isKeptToken(bare)) return
  }
  const start = at + match[0].indexOf(bare)
  scan.hits.push({
    start,
    end: start + bare.length,
    kind: toKindIndex(promise.kind),
    rule: 'value of a key that names a secret',
  })
  scan.keyDone = Math.max(scan.keyDone, start + bare.length)
}

// Unquoted, a value ends before the next key.
const PERSONAL =
  /\\{0,3}"([^"\n\\]{1,256})|'([^'\n]{1,256})'|([^\s"'\n,;&|{}[\]<>=\\]{1,64}(?: (?![\w.-]{1,40}[=:])[^\s"'\n,;&|{}[\]<>=\\]{1,64}){0,5})/y

function readPersonal(scan: Scan, at: number, key: string): void {
  const kind = judgePersonalKey(key)
  if (kind < 0) return
  PERSONAL.lastIndex = at
  const match = PERSONAL.exec(scan.text)
  const bare = match?.[1] ?? match?.[2] ?? match?.[3]
  if (match === null || bare === undefined || !isPersonalValue(kind, key, bare) || isPlaceholder(bare)) return
  const start = at + match[0].indexOf(bare)
  scan.hits.push({ start, end: start + bare.length, kind, rule: 'value of a key that names a person' })
}

function readAuthorization(scan: Scan, at: number): void {
  SCHEME.lastIndex = at
  const scheme = SCHEME.exec(scan.text)
  const pattern = scheme?.[2] === undefined ? CREDENTIAL : LINE
  const start = scheme === null ? skipQuotes(scan.text, at) : SCHEME.lastIndex
  pushMatch(scan, pattern, { start, kind: 'authorization', rule: 'authorization header' })
}

function readCookie(scan: Scan, at: number): void {
  pushMatch(scan, LINE, { start: skipQuotes(scan.text, at), kind: 'cookie', rule: 'cookie header' })
}

function skipQuotes(text: string, at: number): number {
  let start = at
  while (start - at < 4 && '"\'\\`'.includes(text[start] ?? ' ')) start += 1
  return start
}

function pushMatch(
  scan: Scan,
  pattern: RegExp,
  found: Readonly<{ start: number; kind: string; rule: string }>,
): void {
  pattern.lastIndex = found.start
  const value = pattern.exec(scan.text)?.[0]
  if (value === undefined || isPlaceholder(value) || NO_SECRET.test(value)) return
  const end = found.start + value.length
  scan.hits.push({ start: found.start, end, kind: toKindIndex(found.kind), rule: found.rule })
  scan.keyDone = Math.max(scan.keyDone, end)
}
