import { SourceError } from '@vedette/proto/connector'
import { JSON_DEPTH } from './limits.ts'

// The JSON of a plugin's value. Throws SourceError `unusable`: `too_large` when it is nested too deep, found before
// anything is built, and `unparseable` when it is no JSON in UTF-8.
export function parseJson(bytes: Buffer): unknown {
  if (isDeep(bytes)) throw new SourceError('unusable', { why: 'too_large' })
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new SourceError('unusable', { why: 'unparseable' })
  }
}

function isDeep(bytes: Buffer): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText && byte === 0x5c) at++
    else if (byte === 0x22) isText = !isText
    else if (isText) continue
    else if (byte === 0x5b || byte === 0x7b) depth++
    else if (byte === 0x5d || byte === 0x7d) depth--
    if (depth > JSON_DEPTH) return true
  }
  return false
}
