import type { Clock } from '@vedette/proto/clock'

// Reads that cost money at a vendor, which an organisation makes without asking anybody.
export type Budget = Readonly<{
  // Resolves once what was spent today is known; void where it is already.
  load(organisation: string): Promise<void> | undefined
  isSpent(organisation: string): boolean
  spend(organisation: string): void
}>

// Where counts outlive a replica and are seen by the others; `day` counts days in UTC since 1970.
export type SpendingStore = Readonly<{
  // What was spent that day.
  find(organisation: string, day: number): Promise<number>
  // Adds calls and gives the new sum, atomically; forgets the days before.
  add(organisation: string, spent: Readonly<{ day: number; calls: number }>): Promise<number>
}>

export type BudgetOptions = Readonly<{
  clock: Clock
  perDay(organisation: string): number
  store: SpendingStore
  onFault?: (error: unknown) => void
}>

const DAY_MS = 86_400_000
// How old what other replicas spent may be.
const REFRESH_MS = 10_000

type Count = { day: number; known: number; unwritten: number; at: number; loading: Promise<void> | undefined }

// At most `perDay` such reads of an organisation in each UTC day, over restarts and replicas. Replicas hear of each
// other within ten seconds, so side by side they may go over by what they ask in that time. What cannot be looked up
// counts as spent: then a person is asked.
export function createDailyBudget({ clock, perDay, store, onFault = () => {} }: BudgetOptions): Budget {
  const counts = new Map<string, Count>()
  const today = () => Math.floor(clock.now() / DAY_MS)
  const countOf = (organisation: string): Count => {
    const day = today()
    const found = counts.get(organisation)
    if (found?.day === day) return found
    const made = { day, known: Number.POSITIVE_INFINITY, unwritten: 0, at: 0, loading: undefined }
    counts.set(organisation, made)
    return made
  }

  async function refresh(organisation: string, count: Count): Promise<void> {
    try {
      const found = await store.find(organisation, count.day)
      count.known = Number.isFinite(count.known) ? Math.max(count.known, found) : found
    } catch (error) {
      // What is known stays; a day of which nothing is known stays spent.
      onFault(error)
    }
    count.at = clock.monotonic()
    count.loading = undefined
  }

  return Object.freeze({
    load(organisation: string): Promise<void> | undefined {
      const count = countOf(organisation)
      const isKnown = Number.isFinite(count.known)
      if (isKnown && clock.monotonic() - count.at < REFRESH_MS) return undefined
      count.loading ??= refresh(organisation, count)
      // What is known serves while it is looked up again.
      return isKnown ? undefined : count.loading
    },
    isSpent(organisation: string): boolean {
      const { known, unwritten } = countOf(organisation)
      return known + unwritten >= perDay(organisation)
    },
    spend(organisation: string): void {
      const count = countOf(organisation)
      count.unwritten += 1
      store.add(organisation, { day: count.day, calls: 1 }).then((sum) => {
        count.known = Math.max(Number.isFinite(count.known) ? count.known : 0, sum)
        count.unwritten -= 1
        // One that is not written down stays counted here.
      }, onFault)
    },
  })
}
