import { findEncoded } from '../decode/find-encoded.ts'
import type { TokenRule } from '../kinds/index.ts'
import { findV6End } from './address.ts'
import { readAssignment } from './assignments.ts'
import { readEmail } from './email.ts'
import type { Near } from './hit.ts'
import { BITS, DIGIT, isAlnumAt, isDigitAt, isLetterAt, JOINT, LETTER } from './letters.ts'
import { isLoneNumber, readNumber } from './numbers.ts'
import { addCandidate, type Scan } from './scan.ts'
import {
  type Action,
  ASKED,
  ASKED_NEAR,
  AUTOMATON,
  NEAR_TOKENS,
  STATE_ACTIONS,
  TOKENS,
  toFollower,
  toKindIndex,
  toTokenPlace,
} from './tables.ts'
import { readUserinfo } from './url.ts'

const { classes, next, firstEnd } = AUTOMATON
// What each ASCII character is: its bits above, its class in the automaton below.
const CHARACTERS = Uint16Array.from(
  { length: 128 },
  (_, code) => ((BITS[code] ?? 0) << 6) | (classes[code] ?? 0),
)
const ADDRESS = toKindIndex('ip_address')

// Characters on either side within which a word names what stands there.
const REACH = 30
// What a run has at least before it is tried as an encoding, and letters alone before they are tried as a token.
const MIN_ENCODED = 11
const MIN_LONG = 20

// Reads a text once, left to right, and gathers in `scan` what must not leave.
export function scanText(scan: Scan): void {
  const { text } = scan
  const { length } = text
  let state = 0
  let digits = 0
  let run = 0
  let token = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const character = code < 128 ? (CHARACTERS[code] ?? 0) : 0
    state = next[(state << 6) | (character & 63)] ?? 0
    if (state >= firstEnd) act(scan, STATE_ACTIONS[state] ?? [], at + 1)
    const bit = character >> 6
    if (bit === DIGIT) digits += 1
    else if (bit !== LETTER) {
      if (token < at) endToken(scan, token, at, digits)
      token = at + 1
      digits = 0
      if (bit !== 0) continue
      if (at - run >= MIN_ENCODED) endRun(scan, run, at)
      run = at + 1
    }
  }
  if (token < length) endToken(scan, token, length, digits)
  if (length - run >= MIN_ENCODED) endRun(scan, run, length)
  if (scan.candidateCount > 0 && (scan.words.length > 0 || scan.near.size > 0)) readCandidates(scan)
}

function act(scan: Scan, actions: readonly Action[], end: number): void {
  for (const action of actions) {
    const start = end - action.length
    switch (action.does) {
      case 'literal':
        if (!action.needsEdge || !isAlnumAt(scan.text, start - 1)) readLiteral(scan, start, action)
        break
      case 'word':
        if (isWord(scan.text, start, end)) scan.words.push({ start, end, kinds: action.kinds })
        break
      case 'key':
        readAssignment(scan, start, end)
        break
      case 'email':
        readEmail(scan, start)
        break
      case 'url':
        readUserinfo(scan, start)
        break
      case 'escape':
        scan.hasEscapes = true
        break
      case 'address':
        readV6Around(scan, start)
        break
    }
  }
}

function readLiteral(scan: Scan, at: number, { kind, rule }: Extract<Action, { does: 'literal' }>): void {
  const { text } = scan
  if (at < scan.literalDone) return
  const lead = rule.lead?.exec(text.slice(Math.max(0, at - 64), at))?.[0].length ?? 0
  if (rule.lead !== undefined && (lead === 0 || isAlnumAt(text, at - lead - 1))) return
  const starts = rule.findStarts === undefined ? undefined : scan.starts.get(rule)
  if (starts !== undefined && at < starts.end && at < starts.from) return
  rule.pattern.lastIndex = at - lead
  const match = rule.pattern.exec(text)
  if (match === null) {
    if (rule.findStarts !== undefined) scan.starts.set(rule, rule.findStarts(text, at))
    return
  }
  const end = at - lead + match[0].length
  const value = match[1] ?? match[0]
  if (rule.validate?.(value) === false) return
  if (rule.near === true && !collectNear(scan, at, end).has(kind)) return
  scan.hits.push({ start: end - value.length, end, kind, rule: 'literal' })
  scan.literalDone = end
}

// A word stands alone: no letter around it, save where its case shows that it begins or ends (`customerCpf`).
function isWord(text: string, start: number, end: number): boolean {
  if (isLetterAt(text, start - 1) && !(isLower(text, start - 1) && isUpper(text, start))) return false
  if (!isLetterAt(text, end)) return true
  return (isLower(text, end - 1) && isUpper(text, end)) || (text[end] === 's' && !isLetterAt(text, end + 1))
}

function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 97 && code <= 122
}

function isUpper(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 65 && code <= 90
}

// A run of letters, digits and `+/=_-` may be an encoding; what begins with `+`, `/` or `_` is a token from there only.
function endRun(scan: Scan, start: number, end: number): void {
  if (BITS[scan.text.charCodeAt(start)] === JOINT) readToken(scan, start, end - start)
  findEncoded(scan, start, end)
}

// Letters and digits: a number or a token may begin there.
function endToken(scan: Scan, start: number, end: number, digits: number): void {
  const { text } = scan
  const size = end - start
  if (digits === 0) {
    if (size >= MIN_LONG || (size === 2 && isSplit(text, end))) readToken(scan, start, size)
    return
  }
  if (digits === size && start >= scan.numberDone && !isLoneNumber(scan, start, end))
    readNumber(scan, start, null)
  readToken(scan, start, size)
  if (size <= 4 && text.charCodeAt(end) === 58) readV6(scan, start)
}

// A separator parts two letters from the rest of a number: `AB 12 34 56 C`, `AB.CDE.FGH/0001-00`.
function isSplit(text: string, end: number): boolean {
  const code = text.charCodeAt(end)
  return code === 46 || (code === 32 && isDigitAt(text, end + 1))
}

function readToken(scan: Scan, start: number, size: number): void {
  const { text } = scan
  const asked = ASKED[toTokenPlace(text.charCodeAt(start), size)] ?? 0
  if ((asked & ASKED_NEAR) !== 0) addCandidate(scan, start * 2 + 1)
  if ((asked & toFollower(text.charCodeAt(start + size))) !== 0) tryTokens(scan, start, size, null)
}

function tryTokens(scan: Scan, start: number, size: number, near: Near | null): void {
  const { text } = scan
  const entries = (near === null ? TOKENS : NEAR_TOKENS)[toTokenPlace(text.charCodeAt(start), size)]
  if (entries === undefined) return
  for (const { kind, rule, min, max, second, follow } of entries) {
    if (!hasShape(text, start + size, follow)) continue
    if (second !== null && second[text.charCodeAt(start + 1)] !== 1) continue
    if (size < min || size > max || (near !== null && !near.has(kind))) continue
    const end = findTokenEnd(text, start, rule)
    if (end < 0 || !isValid(scan, rule, text.slice(start, end))) continue
    scan.hits.push({ start, end, kind, rule: near === null ? 'token' : 'token near a word' })
  }
}

// `d` stands for a digit, `w` for a letter or digit, anything else for itself.
function hasShape(text: string, start: number, shape: Uint8Array): boolean {
  for (let at = 0; at < shape.length; at += 1) {
    const asked = shape[at]
    const isThere =
      asked === 100
        ? isDigitAt(text, start + at)
        : asked === 119
          ? isAlnumAt(text, start + at)
          : text.charCodeAt(start + at) === asked
    if (!isThere) return false
  }
  return true
}

function isValid({ phones }: Scan, rule: TokenRule, value: string): boolean {
  if (rule.costly === true) {
    if (phones.left <= 0) return true
    phones.left -= 1
  }
  return rule.validate?.(value) !== false
}

function findTokenEnd(text: string, start: number, rule: TokenRule): number {
  if ('findEnd' in rule) return rule.findEnd(text, start)
  rule.pattern.lastIndex = start
  return rule.pattern.test(text) ? rule.pattern.lastIndex : -1
}

function readV6(scan: Scan, start: number): void {
  if (scan.addresses === 'keep' || start < scan.addressDone) return
  const end = findV6End(scan.text, start)
  scan.addressDone = findAddressRunEnd(scan.text, start)
  if (end < 0) return
  scan.hits.push({ start, end, kind: ADDRESS, rule: 'public address' })
}

// The beginning of an address stands at most four groups before its `::`.
function readV6Around(scan: Scan, at: number): void {
  if (scan.addresses === 'keep' || at < scan.addressDone) return
  let start = at
  while (start > scan.addressDone && at - start < 39 && isAddressAt(scan.text, start - 1)) start -= 1
  if (start < at && !isAlnumAt(scan.text, start - 1)) readV6(scan, start)
}

function isAddressAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at) | 32
  return isDigitAt(text, at) || text.charCodeAt(at) === 58 || (code >= 97 && code <= 102)
}

function findAddressRunEnd(text: string, start: number): number {
  let at = start
  while (isAddressAt(text, at)) at += 1
  return at
}

// What counts only near a word: words and candidates both come in the order of the text.
function readCandidates(scan: Scan): void {
  let from = 0
  const { words, candidates, near } = scan
  for (let at = 0; at < scan.candidateCount; at += 1) {
    const candidate = candidates[at] ?? 0
    const start = candidate >> 1
    while (from < words.length && (words[from]?.end ?? 0) < start - REACH) from += 1
    let kinds: Set<number> | null = null
    for (let word = from; word < words.length && (words[word]?.start ?? 0) <= start + 2 * REACH; word += 1) {
      kinds ??= new Set(near)
      for (const kind of words[word]?.kinds ?? []) kinds.add(kind)
    }
    const named = kinds ?? near
    if (named.size === 0) continue
    if ((candidate & 1) === 0) readNumber(scan, start, named)
    else tryTokens(scan, start, toTokenSize(scan.text, start), named)
  }
}

function toTokenSize(text: string, start: number): number {
  let at = start
  while (isAlnumAt(text, at)) at += 1
  return Math.max(1, at - start)
}

function collectNear(scan: Scan, start: number, end: number): ReadonlySet<number> {
  const kinds = new Set(scan.near)
  for (let word = scan.words.length - 1; word >= 0; word -= 1) {
    const one = scan.words[word]
    if (one === undefined || one.end < start - REACH) break
    if (one.start <= end + REACH) for (const kind of one.kinds) kinds.add(kind)
  }
  return kinds
}
