import { DEAF_TICKS } from './state.ts'

export type Nonces = Readonly<{
  // Remembers a nonce of ours and when it was issued.
  add(nonce: string, mono: number): void
  // When the nonce was issued; null when it is none of ours or too old to prove anything.
  issuedAt(nonce: string | undefined, mono: number): number | null
}>

// The recent ping nonces of this replica in one organisation.
export function createNonces(tick_ms: number): Nonces {
  const issued = new Map<string, number>()
  return Object.freeze({
    add(nonce: string, mono: number) {
      for (const [old, at] of issued) {
        if (mono - at <= DEAF_TICKS * tick_ms) break
        issued.delete(old)
      }
      issued.set(nonce, mono)
    },
    issuedAt(nonce: string | undefined, mono: number) {
      const at = nonce === undefined ? undefined : issued.get(nonce)
      return at === undefined || mono - at > DEAF_TICKS * tick_ms ? null : at
    },
  })
}
