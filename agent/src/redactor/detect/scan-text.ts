import { findEncoded } from '../decode/find-encoded.ts'
import type { TokenRule } from '../kinds/index.ts'
import { findV6End } from './address.ts'
import { readAssignment } from './assignments.ts'
import { readEmail } from './email.ts'
import type { Near } from './hit.ts'
import { BITS, DIGIT, isAlnumAt, isDigitAt, isLetterAt } from './letters.ts'
import { isNumberStart, readNumber } from './numbers.ts'
import type { Scan } from './scan.ts'
import { type Action, AUTOMATON, NEAR_TOKENS, STATE_ACTIONS, TOKENS, toKindIndex } from './tables.ts'
import { readUserinfo } from './url.ts'

const { classes, next, ends } = AUTOMATON
const ADDRESS = toKindIndex('ip_address')

// Characters on either side within which a word names what stands there.
const REACH = 30
// Letters and digits that a run has at least before it is tried as an encoding.
const MIN_ENCODED = 11
const MIN_LONG = 20

// Reads a text once, left to right, and gathers in `scan` what must not leave.
export function scanText(scan: Scan): void {
  const { text } = scan
  const { length } = text
  let state = 0
  let bits = 0
  let start = 0
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    const isAscii = code < 128
    state = next[(state << 6) | (isAscii ? (classes[code] ?? 0) : 0)] ?? 0
    if (ends[state] === 1) act(scan, STATE_ACTIONS[state] ?? [], at + 1)
    const bit = isAscii ? (BITS[code] ?? 0) : 0
    if (bit !== 0) bits |= bit
    else {
      if (bits !== 0) readRun(scan, start, at, bits)
      bits = 0
      start = at + 1
    }
  }
  if (bits !== 0) readRun(scan, start, length, bits)
  if (scan.candidates.length > 0 && (scan.words.length > 0 || scan.near.size > 0)) readCandidates(scan)
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
  rule.pattern.lastIndex = at - lead
  const match = rule.pattern.exec(text)
  if (match === null) return
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

// A run of letters, digits and `+/=_-`: numbers and tokens begin inside it, and it may be an encoding.
function readRun(scan: Scan, start: number, end: number, bits: number): void {
  if ((bits & DIGIT) !== 0 || end - start >= MIN_LONG) readTokens(scan, start, end)
  else if (isSplit(scan.text, start, end)) readToken(scan, end - 2, 2, null)
  if (end - start >= MIN_ENCODED) findEncoded(scan, start, end)
}

// Two letters at the end of a run that a separator parts from the rest of a number: `AB 12 34 56 C`, `AB.CDE.FGH/0001-00`.
function isSplit(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(end)
  if (code !== 46 && (code !== 32 || !isDigitAt(text, end + 1))) return false
  return (
    end - start >= 2 &&
    isLetterAt(text, end - 2) &&
    isLetterAt(text, end - 1) &&
    (end - start === 2 || !isLetterAt(text, end - 3))
  )
}

function readTokens(scan: Scan, start: number, end: number): void {
  const { text } = scan
  let at = start
  while (at < end) {
    const begin = at
    let digits = 0
    while (at < end && isAlnumAt(text, at)) {
      if (isDigitAt(text, at)) digits += 1
      at += 1
    }
    const size = at - begin
    if (size === 0) {
      // What begins with `+`, `/` or `_` is tried at the beginning of a run only.
      if (begin === start) readToken(scan, begin, end - begin, null)
      at += 1
    } else if (digits === size) {
      if (begin >= scan.numberDone && isNumberStart(text, begin)) readNumber(scan, begin, null)
      readToken(scan, begin, size, null)
      if (size <= 4 && text.charCodeAt(at) === 58) readV6(scan, begin)
    } else {
      readToken(scan, begin, size, null)
      if (size <= 4 && digits > 0 && text.charCodeAt(at) === 58) readV6(scan, begin)
    }
  }
}

function readToken(scan: Scan, start: number, size: number, near: Near | null): void {
  const { text } = scan
  const code = text.charCodeAt(start)
  const entries = (near === null ? TOKENS : NEAR_TOKENS)[code]
  if (near === null && (NEAR_TOKENS[code]?.length ?? 0) > 0) scan.candidates.push(start * 2 + 1)
  if (entries === undefined) return
  for (const { kind, rule } of entries) {
    if (size < rule.min || size > (rule.max ?? size) || (near !== null && !near.has(kind))) continue
    const end = findTokenEnd(text, start, rule)
    if (end < 0 || rule.validate?.(text.slice(start, end)) === false) continue
    scan.hits.push({ start, end, kind, rule: near === null ? 'token' : 'token near a word' })
  }
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
  for (const candidate of candidates) {
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
    else readToken(scan, start, toTokenSize(scan.text, start), named)
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
