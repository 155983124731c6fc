import type { Clock } from '@vedette/proto/clock'
import { createSecret, hashSecret } from '../store/index.ts'

const LIFE_MS = 24 * 3600 * 1000
const MOST = 1_000

// Single-use codes that stand for a token until a browser exchanges them; kept in memory, so they end with the
// process. At most 1,000 wait, the oldest goes first.
export type SignInCodes = Readonly<{
  create(token: string): string
  // The token of the code, once; null when it is unknown, used or a day old.
  redeem(code: string): string | null
}>

// Makes an empty book of codes.
export function createSignInCodes(clock: Clock): SignInCodes {
  const waiting = new Map<string, Readonly<{ token: string; ends: number }>>()
  return {
    create(token) {
      const code = createSecret('vdc_')
      const [oldest] = waiting.keys()
      if (waiting.size >= MOST && oldest !== undefined) waiting.delete(oldest)
      waiting.set(hashSecret(code), { token, ends: clock.monotonic() + LIFE_MS })
      return code
    },
    redeem(code) {
      const key = hashSecret(code)
      const found = waiting.get(key)
      waiting.delete(key)
      return found !== undefined && clock.monotonic() < found.ends ? found.token : null
    },
  }
}
