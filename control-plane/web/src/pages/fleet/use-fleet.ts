import { startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { type FleetRow, type FleetSummary, useEvents } from '../../api/index.ts'
import { type FleetState, NO_FLEET, reduceRows, toMissing } from './reduce-rows.ts'

const CLOCK_MS = 5_000
// Events that come together are drawn together.
const DRAW_MS = 100

export type Fleet = Readonly<{
  summary: FleetSummary | null
  // Those in trouble first, then by name.
  rows: readonly FleetRow[]
  live: boolean | null
  // The server's time now, epoch milliseconds.
  now: number
  // Why this is not the whole fleet; null when it is.
  missing: string | null
}>

// Follows the fleet of who is signed in.
export function useFleet(): Fleet {
  const [state, setState] = useState<FleetState>(NO_FLEET)
  const latest = useRef<FleetState>(NO_FLEET)
  const drawing = useRef<ReturnType<typeof setTimeout> | null>(null)
  const skew = useRef(0)
  const { live } = useEvents('/api/v1/fleet/rows', (event, data) => {
    latest.current = reduceRows(latest.current, event, data)
    const at = latest.current.summary?.at
    if (event === 'summary' && at !== undefined) skew.current = Date.parse(at) - Date.now()
    drawing.current ??= setTimeout(() => {
      drawing.current = null
      // A large fleet is drawn in slices, so that typing and scrolling go on.
      startTransition(() => setState(latest.current))
    }, DRAW_MS)
  })
  useEffect(() => {
    // A stream that begins anew tells everything anew, so what is gone meanwhile must not stay.
    if (live === false) latest.current = { ...latest.current, rows: new Map() }
  }, [live])
  useEffect(() => () => clearTimeout(drawing.current ?? undefined), [])

  const [, tick] = useState(0)
  useEffect(() => {
    const ticking = setInterval(() => tick((count) => count + 1), CLOCK_MS)
    return () => clearInterval(ticking)
  }, [])
  const rows = useMemo(() => [...state.rows.values()].sort(compare), [state.rows])
  return {
    summary: state.summary,
    rows,
    live,
    now: Date.now() + skew.current,
    missing: toMissing(state),
  }
}

function compare(a: FleetRow, b: FleetRow): number {
  return (
    Number(a.status === 'connected') - Number(b.status === 'connected') ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  )
}
