import { SourceError } from '@vedette/proto/connector'

export const JSON_DEPTH = 64
export const JSON_KEYS = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c

// Parses vendor bytes as JSON. Throws `unusable`: `too_large` past 64 levels or 100,000 keys, found before
// anything is built, and `unparseable` when the text is not JSON.
export function parseBoundedJson(bytes: Buffer): unknown {
  checkShape(bytes)
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    throw new SourceError('unusable', { why: 'unparseable' })
  }
}

function checkShape(bytes: Buffer): void {
  let depth = 0
  let keys = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = findStringEnd(bytes, at)
    else if (byte === 0x7b || byte === 0x5b) depth++
    else if (byte === 0x7d || byte === 0x5d) depth--
    else if (byte === 0x3a) keys++
    if (depth > JSON_DEPTH || keys > JSON_KEYS) throw new SourceError('unusable', { why: 'too_large' })
  }
}

function findStringEnd(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1)
  while (end !== -1 && isEscaped(bytes, end)) end = bytes.indexOf(QUOTE, end + 1)
  return end === -1 ? bytes.length : end
}

function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at - 1
  while (bytes[before] === BACKSLASH) before--
  return (at - 1 - before) % 2 === 1
}
