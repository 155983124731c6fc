import { isPublicV4 } from './address.ts'
import type { Near } from './hit.ts'
import { isAlnumAt, isDigitAt } from './letters.ts'
import { findPhoneEnd, isPhone } from './phone.ts'
import { addCandidate, type Scan } from './scan.ts'
import {
  LAYOUTS,
  type Layout,
  NEAR_LAYOUTS,
  NEAR_SECONDS,
  SECONDS,
  toKindIndex,
  toLayoutPlace,
} from './tables.ts'

const PHONE = toKindIndex('phone')
const ADDRESS = toKindIndex('ip_address')

// Groups that are read as one number at most.
const MAX_GROUPS = 24
const SPACE = 32
const DASH = 45
const DOT = 46
const SLASH = 47
const PLUS = 43
const OPEN = 40

// Groups of the number that is being read; read and used within one call, so one set serves all.
const starts = new Int32Array(MAX_GROUPS)
const ends = new Int32Array(MAX_GROUPS)
const joints = new Uint8Array(MAX_GROUPS)
let groups = 0
// Whether a letter follows the last group at once.
let isOpen = false

// Reads the digits that begin at `start`, with those that single separators join to them, and keeps what is a number
// that must not leave. What counts only near a word is looked at when `near` is given.
export function readNumber(scan: Scan, start: number, near: Near | null): void {
  const { text } = scan
  readGroups(text, start)
  if (near === null) {
    scan.numberDone = ends[groups - 1] ?? start
    if (groups > 1 || (ends[0] ?? 0) - start > 4) addCandidate(scan, start * 2)
    readPhone(scan, start)
  }
  for (let group = 0; group < groups; group += 1) {
    const size = (ends[group] ?? 0) - (starts[group] ?? 0)
    const joint = joints[group] ?? 0
    const second = group + 1 < groups ? (ends[group + 1] ?? 0) - (starts[group + 1] ?? 0) : 0
    if (near === null && joint === DOT && size <= 3 && group + 3 < groups) readAddress(scan, group)
    const place = toLayoutPlace(size, joint)
    const alone = toLayoutPlace(size, 0)
    const masks = near === null ? SECONDS : NEAR_SECONDS
    if (((masks[place] ?? 0) & (1 << second)) !== 0) tryLayouts(scan, group, place, near)
    if (joint !== 0 && (masks[alone] ?? 0) !== 0) tryLayouts(scan, group, alone, near)
  }
}

// Tells whether digits stand alone and no rule asks about so many of them; they count as read then.
export function isLoneNumber(scan: Scan, start: number, end: number): boolean {
  const { text } = scan
  const size = end - start
  const before = text.charCodeAt(start - 1)
  if (size > 4 || before === PLUS || before === OPEN || SECONDS[toLayoutPlace(size, 0)] !== 0) return false
  if (isJoining(text.charCodeAt(end)) && isDigitAt(text, end + 1)) return false
  scan.numberDone = end
  return true
}

function isJoining(code: number): boolean {
  return code === SPACE || code === DASH || code === DOT || code === SLASH
}

function readGroups(text: string, start: number): void {
  let count = 0
  let at = start
  let code = text.charCodeAt(at)
  while (count < MAX_GROUPS) {
    starts[count] = at
    while (code >= 48 && code <= 57) {
      at += 1
      code = text.charCodeAt(at)
    }
    ends[count] = at
    joints[count] = code
    count += 1
    if (!isJoining(code)) break
    const after = text.charCodeAt(at + 1)
    if (!(after >= 48 && after <= 57)) break
    at += 1
    code = after
  }
  joints[count - 1] = 0
  groups = count
  isOpen = isAlnumAt(text, at)
}

function tryLayouts(scan: Scan, group: number, place: number, near: Near | null): void {
  const layouts = (near === null ? LAYOUTS : NEAR_LAYOUTS)[place]
  if (layouts === undefined) return
  for (const layout of layouts) {
    const last = group + layout.sizes.length - 1
    if (near !== null && !near.has(layout.kind)) continue
    if (!fits(group, last, layout) || !isApart(scan.text, group, last, layout)) continue
    const start = starts[group] ?? 0
    const end = ends[last] ?? 0
    const value = scan.text.slice(start, end)
    if (layout.kind === PHONE) {
      if (!isAskedPhone(scan, value)) continue
    } else if (layout.rule.validate?.(value) === false) continue
    scan.hits.push({ start, end, kind: layout.kind, rule: near === null ? 'digits' : 'digits near a word' })
  }
}

function fits(group: number, last: number, { sizes, joints: between }: Layout): boolean {
  if (last >= groups || (isOpen && last === groups - 1)) return false
  for (let at = 0; at < sizes.length; at += 1) {
    if ((ends[group + at] ?? 0) - (starts[group + at] ?? 0) !== sizes[at]) return false
    if (at < between.length && joints[group + at] !== between[at]) return false
  }
  return true
}

// A number is not the middle of a longer one, and one proved by its shape alone not a part of a name.
function isApart(text: string, group: number, last: number, { rule, kind }: Layout): boolean {
  const before = group === 0 ? 0 : (joints[group - 1] ?? 0)
  if (before !== 0 && before !== SPACE && before !== SLASH) return false
  const after = joints[last] ?? 0
  if (after !== 0 && after !== SPACE && !(after === SLASH && rule.shape !== true)) return false
  if (rule.shape !== true && kind !== PHONE) return true
  return !goesOn(group, last) && !isInName(text, starts[group] ?? 0, ends[last] ?? 0)
}

// The groups around have the size and the separator of those inside: a longer number, such as that of a card.
function goesOn(group: number, last: number): boolean {
  const joint = joints[group] ?? 0
  const size = (at: number) => (ends[at] ?? 0) - (starts[at] ?? 0)
  const isAlike = (at: number, of: number) => at >= 0 && at < groups && size(at) === size(of)
  return (
    (joints[last] === joint && joint !== 0 && isAlike(last + 1, last)) ||
    (group > 0 && joints[group - 1] === joint && isAlike(group - 1, group))
  )
}

// Tells whether `-`, `_` or `.` joins a span to letters or digits around it.
function isInName(text: string, start: number, end: number): boolean {
  return (
    (isJoint(text.charCodeAt(start - 1)) && isAlnumAt(text, start - 2)) ||
    (isJoint(text.charCodeAt(end)) && isAlnumAt(text, end + 1))
  )
}

function isJoint(code: number): boolean {
  return code === DASH || code === DOT || code === 95
}

function isAskedPhone(scan: Scan, value: string): boolean {
  if (scan.phones.left <= 0) return true
  scan.phones.left -= 1
  return isPhone(value)
}

function readPhone(scan: Scan, start: number): void {
  const before = scan.text.charCodeAt(start - 1)
  if (before !== PLUS && before !== OPEN) return
  if (before === PLUS && isAlnumAt(scan.text, start - 2)) return
  const end = findPhoneEnd(scan.text, start - 1, scan.phones)
  if (end < 0) return
  scan.hits.push({ start: start - 1, end, kind: PHONE, rule: 'telephone number' })
  scan.numberDone = Math.max(scan.numberDone, end)
}

const VERSION = /(?:\bv|version|release|\brev|\bver|@|\/v?|\btag)["']?[ =:]{0,3}["']?v?$/i

// Four groups of an address that the internet reaches, neither a version nor a network.
function readAddress(scan: Scan, group: number): void {
  if (scan.addresses === 'keep') return
  const last = group + 3
  if (joints[group + 1] !== DOT || joints[group + 2] !== DOT || (isOpen && last === groups - 1)) return
  const before = group === 0 ? 0 : (joints[group - 1] ?? 0)
  if (before === DOT || before === DASH || joints[last] === DOT || joints[last] === SLASH) return
  const a = toPart(scan.text, group)
  // Most addresses are private by their first part.
  if (a === 10 || a === 127 || a > 223) return
  const b = toPart(scan.text, group + 1)
  const c = toPart(scan.text, group + 2)
  if (b > 255 || c > 255 || !isPublicV4(a, b, c) || toPart(scan.text, last) > 255) return
  const start = starts[group] ?? 0
  const end = ends[last] ?? 0
  if (isInName(scan.text, start, end) || VERSION.test(scan.text.slice(Math.max(0, start - 16), start))) return
  scan.hits.push({ start, end, kind: ADDRESS, rule: 'public address' })
}

function toPart(text: string, group: number): number {
  const start = starts[group] ?? 0
  const end = ends[group] ?? 0
  if (end - start > 3 || (end - start > 1 && text.charCodeAt(start) === 48)) return 256
  let part = 0
  for (let at = start; at < end; at += 1) part = part * 10 + text.charCodeAt(at) - 48
  return part
}
