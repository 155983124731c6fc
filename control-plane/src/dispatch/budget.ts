import type { Clock } from '@vedette/proto/clock'

// Reads that cost money at a vendor, which an organisation makes without asking anybody.
export type Budget = Readonly<{
  isSpent(organisation: string): boolean
  spend(organisation: string): void
}>

const DAY_MS = 86_400_000

// At most `perDay` such reads of an organisation in each UTC day; each replica counts its own, from its start.
export function createDailyBudget({ clock, perDay }: Readonly<{ clock: Clock; perDay: number }>): Budget {
  const spent = new Map<string, number>()
  let day = 0
  const today = (): Map<string, number> => {
    const now = Math.floor(clock.now() / DAY_MS)
    if (now !== day) spent.clear()
    day = now
    return spent
  }
  return Object.freeze({
    isSpent: (organisation: string) => (today().get(organisation) ?? 0) >= perDay,
    spend(organisation: string) {
      const counts = today()
      counts.set(organisation, (counts.get(organisation) ?? 0) + 1)
    },
  })
}
