import type { Clock } from '@vedette/proto/clock'
import type { Principal } from '../store/types.ts'
import type { RunningSurface, Tool } from '../tools/index.ts'
import type { Listing, Listings } from './listing.ts'

// Idle time after which a principal's list, or a session, is forgotten: 30 minutes.
export const IDLE_MS = 30 * 60_000

export type ListMemory = Readonly<{
  // The list of a principal that asks without a session: fixed until it was idle for 30 minutes.
  of(principal: Principal): Listing
  // Takes out what policy denies by now; tells whether any list became shorter.
  tighten(organisation: string): boolean
}>

type Kept = { principal: Principal; listing: Listing; usedAt: number }

// Lists per principal of the stateless revision, which must not vary from one request to the next.
export function createListMemory(
  parts: Readonly<{ surface: RunningSurface; listings: Listings; clock: Clock }>,
): ListMemory {
  const { surface, listings, clock } = parts
  const kept = new Map<string, Kept>()

  function forgetIdle(now: number): void {
    for (const [key, one] of kept) if (now - one.usedAt > IDLE_MS) kept.delete(key)
  }

  return Object.freeze({
    of(principal: Principal): Listing {
      const now = clock.monotonic()
      forgetIdle(now)
      const key = keyOf(principal)
      const known = kept.get(key)
      if (known !== undefined) {
        known.usedAt = now
        return known.listing
      }
      const listing = listings.of(surface.announced(principal))
      // What is shown only because nobody knows better yet is not what this principal is held to.
      if (surface.gate.isSettled(principal.organisation)) kept.set(key, { principal, listing, usedAt: now })
      return listing
    },
    tighten(organisation: string): boolean {
      let isShorter = false
      for (const one of kept.values()) {
        if (one.principal.organisation !== organisation) continue
        const tools = withoutWithdrawn(surface, one.principal, one.listing.tools)
        if (tools === null) continue
        one.listing = listings.of(tools)
        isShorter = true
      }
      return isShorter
    },
  })
}

// The tools that are left once policy took some out, or null when it took none.
export function withoutWithdrawn(
  surface: RunningSurface,
  principal: Principal,
  tools: readonly Tool[],
): readonly Tool[] | null {
  const withdrawn = surface.withdrawn(principal)
  const left = tools.filter((tool) => !withdrawn.has(tool.name))
  return left.length === tools.length ? null : left
}

// One principal of one organisation with one set of rights: tokens of one person may be narrowed differently.
export function keyOf({ organisation, id, mode, families, tiers }: Principal): string {
  return JSON.stringify([organisation, id, mode, families, tiers])
}
