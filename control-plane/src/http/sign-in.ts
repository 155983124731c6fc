import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'

const VALID_MS = 24 * 3_600_000
const MAX_CODES = 200

export type SignInCodes = Readonly<{
  // A single-use code for this token's secret, valid for a day.
  issue(secret: string): string
  // The secret of a code, once; null when the code is unknown, used or too old.
  redeem(code: string): string | null
}>

// Codes that open the page in a browser without a token in its address; kept in memory, by their hash.
export function createSignInCodes(clock: Clock): SignInCodes {
  const codes = new Map<string, Readonly<{ secret: string; until: number }>>()
  return Object.freeze({
    issue(secret: string): string {
      const now = clock.monotonic()
      for (const [hash, one] of codes) if (one.until <= now) codes.delete(hash)
      if (codes.size >= MAX_CODES) codes.delete(codes.keys().next().value ?? '')
      const code = `vdc_${randomBytes(24).toString('base64url')}`
      codes.set(hashOf(code), { secret, until: now + VALID_MS })
      return code
    },
    redeem(code: string): string | null {
      const hash = hashOf(code)
      const found = codes.get(hash)
      codes.delete(hash)
      return found === undefined || found.until <= clock.monotonic() ? null : found.secret
    },
  })
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
