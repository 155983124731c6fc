import { useEffect, useRef } from 'react'

// At most one reading in this time, however often the fleet changes.
const PACE_MS = 3_000

// Reads again after each state of the fleet, told by its time.
export function useRefresh(refetch: () => Promise<unknown>, at: string): void {
  const waiting = useRef<ReturnType<typeof setTimeout> | null>(null)
  const latest = useRef(refetch)
  latest.current = refetch
  const first = useRef(at)
  useEffect(() => {
    if (at === first.current) return
    waiting.current ??= setTimeout(() => {
      waiting.current = null
      void latest.current()
    }, PACE_MS)
  }, [at])
  useEffect(() => () => clearTimeout(waiting.current ?? undefined), [])
}
