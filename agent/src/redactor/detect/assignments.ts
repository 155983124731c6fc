import { isRandomLike } from '../checks/tokens.ts'
import { isFilePath, isPlaceholder, type SecretKey, toSecretKey } from '../secret-keys.ts'
import { isKeptToken } from './keep.ts'
import { isAlnumAt } from './letters.ts'
import { isPersonalValue, judgePersonalKey } from './personal-keys.ts'
import type { Scan } from './scan.ts'
import { toKindIndex } from './tables.ts'

const MAX_KEY = 64
const MAX_WEAK = 512
const KNOWN = 4096
const known = new Map<string, SecretKey | null>()
const knownPersonal = new Map<string, number>()

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
const BETWEEN = /\\{0,3}["'`\]]?\s{0,4}(?:=>|:=|={1,3}|:)\s{0,4}(?!\/\/)/y
const SPACES = / {1,4}(?![-=:])/y
const SAYS = / (?:is|was|are)(?: now| set to)?:? {1,2}/y
// What is told in prose is a secret when it is quoted or has a digit in it.
const TOLD = /^(?:["'`]|[^\s\d]{0,60}\d)/
const VALUE =
  /\\{0,3}"((?:[^"\n\\]|\\(?!")[^\n]){1,4096})\\{0,3}"|'([^'\n]{1,4096})'|`([^`\n]{1,4096})`|([^\s"'&;,)}\]<>\\]{1,4096})/y
// Words about a secret, and types.
const NO_SECRET =
  /^(?:true|false|null|nil|none|yes|no|not|bearer|basic|token|apikey|string|number|boolean|object|undefined|void|any|unknown|required|optional|missing|invalid|valid|expired|incorrect|wrong|denied|rejected|revoked|failed|error|ok|found|present|absent|empty|enabled|disabled|unset|set|default|await|new|this|typeof|[^A-Za-z0-9]+)$/i
const STANDS_FOR =
  /\$\([A-Za-z_][\w.]{0,128}\)|\$\{[^}\n]{0,128}\}|\{\{[^}\n]{0,128}\}\}|<[A-Za-z0-9_:. -]{1,128}>|%\([^)\n]{0,64}\)s/y
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
  // A mark of ours, or a placeholder.
  if (text[keyStart - 1] === '<') return
  // The resource name of a secret is its name.
  if (
    text[keyStart - 1] === ':' &&
    /arn:[a-z0-9:-]{1,120}:$/.test(text.slice(Math.max(0, keyStart - 128), keyStart))
  )
    return
  const key = text.slice(keyStart, keyEnd)
  const promise = judgeKey(key)
  if (promise === null) readPersonal(scan, valueAt, key)
  else if (promise.kind === 'authorization') readAuthorization(scan, valueAt)
  else if (promise.kind === 'cookie' && !promise.weak) readCookie(scan, valueAt)
  else if (text[keyStart - 1] === ';' && !promise.weak) readUntilSemicolon(scan, valueAt, promise.kind)
  else readValue(scan, valueAt, { ...promise, isFlag: isFlag(text, { keyStart, keyEnd, valueAt }) })
}

type Places = Readonly<{ keyStart: number; keyEnd: number; valueAt: number }>

// `--auth hunter2` and `--pw=hunter2`: what a command line gives under a secret's name is a secret, whatever it looks like.
function isFlag(text: string, { keyStart, keyEnd, valueAt }: Places): boolean {
  if (text.charCodeAt(keyStart) !== 45 || !/^(?:=| {1,4})$/.test(text.slice(keyEnd, valueAt))) return false
  return keyStart === 0 || /[\s"'`]/.test(text[keyStart - 1] ?? '')
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
  const code = text.charCodeAt(keyEnd)
  // `key=value` and `key:value`, the most frequent by far, need no pattern.
  if ((code === 61 || code === 58) && isAlnumAt(text, keyEnd + 1)) return keyEnd + 1
  BETWEEN.lastIndex = keyEnd
  if (BETWEEN.test(text)) return BETWEEN.lastIndex
  if (text.charCodeAt(keyEnd) !== 32) return -1
  SAYS.lastIndex = keyEnd
  if (SAYS.test(text)) return TOLD.test(text.slice(SAYS.lastIndex, SAYS.lastIndex + 80)) ? SAYS.lastIndex : -1
  SPACES.lastIndex = keyEnd
  // `--password hunter2`
  return /(?:^|\s)--?[\w-]{0,64}$/.test(text.slice(Math.max(0, keyStart - 66), keyStart)) && SPACES.test(text)
    ? SPACES.lastIndex
    : -1
}

function readValue(scan: Scan, at: number, promise: SecretKey & Readonly<{ isFlag: boolean }>): void {
  if (promise.weak && at < scan.weakDone) return
  STANDS_FOR.lastIndex = at
  if (STANDS_FOR.test(scan.text)) return
  VALUE.lastIndex = at
  const match = VALUE.exec(scan.text)
  const bare = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4]
  if (match === null || bare === undefined || isPlaceholder(bare) || NO_SECRET.test(bare)) return
  if (promise.weak) {
    scan.weakDone = VALUE.lastIndex
    const isSure = promise.isFlag && !isFilePath(bare)
    if (!isSure && (bare.length > MAX_WEAK || !isRandomLike(bare) || isKeptToken(bare))) return
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

function judgePersonal(key: string): number {
  const judged = knownPersonal.get(key)
  if (judged !== undefined) return judged
  if (knownPersonal.size >= KNOWN) knownPersonal.clear()
  const fresh = judgePersonalKey(key)
  knownPersonal.set(key, fresh)
  return fresh
}

function readPersonal(scan: Scan, at: number, key: string): void {
  const kind = judgePersonal(key)
  if (kind < 0) return
  PERSONAL.lastIndex = at
  const match = PERSONAL.exec(scan.text)
  const bare = match?.[1] ?? match?.[2] ?? trimWords(match?.[3], kind, key)
  if (match === null || bare === undefined || !isPersonalValue(kind, key, bare) || isPlaceholder(bare)) return
  const start = at + match[0].indexOf(bare)
  scan.hits.push({ start, end: start + bare.length, kind, rule: 'value of a key that names a person' })
}

const NAME =
  /^\p{Lu}[\p{L}'.-]*(?: (?:d[aeo]s?|del?|van|von|der|la|le|el|bin|al|y|e|\p{Lu}[\p{L}'.-]*)(?=$| ))*/u

// As many of the words as make a value; of a name in capitals those that belong to it.
function trimWords(words: string | undefined, kind: number, key: string): string | undefined {
  const name = words === undefined ? undefined : NAME.exec(words)?.[0]
  if (name !== undefined && isPersonalValue(kind, key, name)) return name
  for (let text = words ?? ''; text !== ''; text = text.slice(0, Math.max(0, text.lastIndexOf(' '))))
    if (isPersonalValue(kind, key, text)) return text
  return undefined
}

const SEMICOLON = /[^;"'\n\\]{1,512}/y

// In a connection string a value may hold anything but its separator.
function readUntilSemicolon(scan: Scan, at: number, kind: string): void {
  pushMatch(scan, SEMICOLON, { start: skipQuotes(scan.text, at), kind, rule: 'value of a connection string' })
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
