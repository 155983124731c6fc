import type { FleetRow, FleetSummary, SeenEvent } from '../../api/index.ts'

// The fleet as it was told so far; `rows` is complete once it holds as many agents as the summary counts.
export type FleetState = Readonly<{
  summary: FleetSummary | null
  rows: ReadonlyMap<string, FleetRow>
}>

export const NO_FLEET: FleetState = Object.freeze({ summary: null, rows: new Map() })

// What one event makes of it. An event that this page does not know changes nothing.
export function reduceRows(state: FleetState, event: string, data: unknown): FleetState {
  switch (event) {
    case 'summary':
      // The server that serves this page speaks the types of api-types.ts; this holds for each event below too.
      return { ...state, summary: data as FleetSummary }
    case 'rows': {
      const changed = (data as readonly FleetRow[]).map((row) => [row.agent, row] as const)
      return { ...state, rows: new Map([...state.rows, ...changed]) }
    }
    case 'gone': {
      const gone = new Set(data as readonly string[])
      return { ...state, rows: new Map([...state.rows].filter(([agent]) => !gone.has(agent))) }
    }
    case 'seen': {
      const rows = new Map(state.rows)
      for (const [agent, last_seen] of data as SeenEvent) {
        const row = rows.get(agent)
        if (row !== undefined && row.last_seen !== last_seen) rows.set(agent, { ...row, last_seen })
      }
      return { ...state, rows }
    }
    default:
      return state
  }
}

// Why what is held is not the whole fleet; null when it is.
export function toMissing({ summary, rows }: FleetState): string | null {
  if (summary === null) return 'Nothing was read yet.'
  if (rows.size < summary.agents) return `${rows.size} of ${summary.agents} agents were read so far.`
  if (summary.blind) return 'The control plane is blind: what is shown is the last that it heard.'
  if (summary.knowledge === 'collecting') return 'Reports are still being collected after a start.'
  return null
}
