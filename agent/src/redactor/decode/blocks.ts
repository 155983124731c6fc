import { constants, gunzipSync } from 'node:zlib'
import type { Encoded } from '../detect/scan.ts'

// Bytes of one decoded run at most; what is longer cannot be read and does not leave.
const MAX_DECODED = 1024 * 1024

// The text that a run encodes, gzip inside it unpacked; null when it is too long or broken.
export function decodeBlock(text: string, { start, end, form }: Encoded): string | null {
  const run = text.slice(start, end)
  const isPrefixed = form === 'hex' && run.startsWith('0x')
  const hex = isPrefixed ? run.slice(2) : run
  const bytes = form === 'hex' ? Buffer.from(hex, 'hex') : Buffer.from(run, 'base64')
  if (bytes.length > MAX_DECODED) return null
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? unpack(bytes) : bytes.toString('utf8')
}

// What was cut off is read as far as it goes.
function unpack(bytes: Buffer): string | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECODED, finishFlush: constants.Z_SYNC_FLUSH }).toString(
      'utf8',
    )
  } catch {
    return null
  }
}
