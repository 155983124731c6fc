import type { Clock } from '@vedette/proto/clock'
import { type Audit, NO_ORGANISATION } from './types.ts'

export type Refusals = Readonly<{
  // Notes a request that was refused: nobody knows whose it is, or it may not do this. Resolves once its own row, where
  // it has one, is durable or waits for a store that is away.
  note(
    refusal: Readonly<{ organisation?: string; principal?: string; code: string; peer: string }>,
  ): Promise<void>
  close(): void
}>

// Rows of their own in a minute; whoever guesses tokens must not fill the store.
const ROWS = 20
const MINUTE_MS = 60_000

// Writes refusals into the audit: the first twenty of a minute one by one, those beyond as one count.
export function createRefusals(audit: Pick<Audit, 'record' | 'take'>, clock: Clock): Refusals {
  let written = 0
  let beyond = 0
  let cancel: (() => void) | null = null

  function endMinute(): void {
    cancel = null
    if (beyond > 0)
      audit.record('security', {
        organisation: NO_ORGANISATION,
        principal: null,
        action: 'auth.refused',
        outcome: ['further_refusals'],
        count: beyond,
      })
    written = 0
    beyond = 0
  }

  return Object.freeze({
    async note({ organisation, principal, code, peer }) {
      cancel ??= clock.after(MINUTE_MS, endMinute)
      if (written >= ROWS) {
        beyond += 1
        return
      }
      written += 1
      const taken = audit.take('security', {
        organisation: organisation ?? NO_ORGANISATION,
        principal: principal ?? null,
        action: principal === undefined ? 'auth.refused' : 'auth.forbidden',
        outcome: [code],
        peer,
      })
      await taken?.written
    },
    close() {
      cancel?.()
      endMinute()
    },
  })
}
