import { BITS, JOINT } from '../detect/letters.ts'
import type { Scan } from '../detect/scan.ts'

// Bytes at the beginning that must be text before a run is decoded.
const PROBE = 9
const MIN_SIZE = 11

const VALUES = Int8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  const plain = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(character)
  return character === '-' ? 62 : character === '_' ? 63 : plain
})

const HEX = 1
const BASE64 = 2
// Which encoding of a text, or of gzip, a first character can begin: most pieces of names and paths begin none.
const ABLE = Uint8Array.from({ length: 128 }, (_, code) => {
  const hex = toNibble(code)
  const base64 = VALUES[code] ?? -1
  const isHex = hex >= 0 && (hex < 8 || hex > 11)
  const isBase64 = base64 >= 0 && [0, 1, 2, 3].some((low) => toTextRest(base64 * 4 + low, 0) >= 0)
  return (isHex ? HEX : 0) | (isBase64 || code === 72 ? BASE64 : 0)
})

// Remembers in `scan` what of a run of letters, digits and `+/=_-` decodes to text: judged by its first bytes.
export function findEncoded(scan: Scan, start: number, end: number): void {
  const { text } = scan
  let at = start
  while (end - at >= MIN_SIZE) {
    const able = ABLE[text.charCodeAt(at)] ?? 0
    const form =
      (able & HEX) !== 0 && isHexText(text, at, end)
        ? 'hex'
        : (able & BASE64) !== 0 && isBase64Text(text, at, end)
          ? 'base64'
          : null
    if (form !== null) {
      const last = form === 'hex' ? findHexEnd(text, at, end) : findBase64End(text, at, end)
      if (last - at >= MIN_SIZE) scan.encoded.push({ start: at, end: last, form })
      at = last
    } else at = findPiece(text, at, end)
  }
}

// The next place at which an encoding may begin inside a run: after what joins names and values.
function findPiece(text: string, start: number, end: number): number {
  let at = start
  while (at < end && BITS[text.charCodeAt(at)] !== JOINT) at += 1
  return at + 1
}

function findBase64End(text: string, start: number, end: number): number {
  const pad = text.indexOf('=', start)
  if (pad < 0 || pad >= end) return end
  return text.charCodeAt(pad + 1) === 61 && pad + 1 < end ? pad + 2 : pad + 1
}

function findHexEnd(text: string, start: number, end: number): number {
  let at = text.startsWith('0x', start) ? start + 2 : start
  while (at < end && toNibble(text.charCodeAt(at)) >= 0) at += 1
  return at
}

function isBase64Text(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start) === 72 && text.startsWith('H4sI', start)) return true
  let held = 0
  let bits = 0
  let bytes = 0
  let more = 0
  for (let at = start; at < end && bytes < PROBE; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 61) break
    const value = code < 128 ? (VALUES[code] ?? -1) : -1
    if (value < 0) return false
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const byte = (held >> bits) & 0xff
    const rest = toTextRest(byte, more)
    if (rest < 0) return false
    more = rest
    bytes += 1
  }
  return bytes >= 7
}

// How many bytes of a character still follow; -1 when the byte is no text.
function toTextRest(byte: number, more: number): number {
  if (more > 0) return byte >> 6 === 2 ? more - 1 : -1
  if (byte < 0x80)
    return byte >= 0x20 && byte !== 0x7f ? 0 : byte === 9 || byte === 10 || byte === 13 ? 0 : -1
  return byte >= 0xc2 && byte < 0xe0
    ? 1
    : byte >= 0xe0 && byte < 0xf0
      ? 2
      : byte >= 0xf0 && byte < 0xf5
        ? 3
        : -1
}

function isHexText(text: string, start: number, end: number): boolean {
  const from = text.charCodeAt(start + 1) === 120 && text.startsWith('0x', start) ? start + 2 : start
  if (end - from < 12) return false
  let more = 0
  for (let at = from; at < from + 12; at += 2) {
    const high = toNibble(text.charCodeAt(at))
    const low = toNibble(text.charCodeAt(at + 1))
    if (high < 0 || low < 0) return false
    if (at === from && high === 1 && low === 15) return text.startsWith('1f8b08', from)
    more = toTextRest(high * 16 + low, more)
    if (more < 0) return false
  }
  return true
}

function toNibble(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const lower = code | 32
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
