import type { FleetRow, FleetSummary } from '../../api/index.ts'
import type { ToneName } from '../../parts/tone.tsx'

type Said = Readonly<{ tone: ToneName; text: string }>

// What the whole fleet's one word means. A word that is not here is never good news.
export const VERDICTS: Readonly<Partial<Record<FleetSummary['fleet_verdict'], Said>>> = Object.freeze({
  control_plane_blind: {
    tone: 'bad',
    text: 'The control plane is blind: its own link is down, or agents vanished together.',
  },
  collecting: { tone: 'warn', text: 'Collecting reports: the fleet is not fully known yet.' },
  no_agent_connected: { tone: 'bad', text: 'No agent is connected: nothing can be read.' },
  down: { tone: 'bad', text: 'Every configured connector is down.' },
  degraded: { tone: 'warn', text: 'Something is missing or failing.' },
  unchecked: { tone: 'warn', text: 'Serving, but nothing has proved its credential.' },
  up: {
    tone: 'good',
    text: 'Every known agent is connected, and every configured connector passed its probe.',
  },
})
const UNKNOWN_VERDICT: Said = {
  tone: 'bad',
  text: 'The control plane says something that this page does not know: reload it.',
}
const SILENT: Said = {
  tone: 'bad',
  text: 'Nobody knows how the fleet is now: the control plane does not answer.',
}

// The sentence above the fleet: what was heard last is no news once nothing is heard any more.
export function toVerdict(summary: FleetSummary, live: boolean | null): Said {
  if (live === false) return SILENT
  return VERDICTS[summary.fleet_verdict] ?? UNKNOWN_VERDICT
}

// Health words from worst to best, as columns and as an order; `unknown` is that of an agent that is away.
export const HEALTH_ORDER = Object.freeze([
  'unknown',
  'down',
  'degraded',
  'not_configured',
  'unchecked',
  'up',
] as const)
export type ShownHealth = (typeof HEALTH_ORDER)[number]

export const HEALTH_TONES: Readonly<Record<ShownHealth, ToneName>> = Object.freeze({
  unknown: 'bad',
  down: 'bad',
  degraded: 'warn',
  not_configured: 'bad',
  unchecked: 'warn',
  up: 'good',
})

export const STATUS_TONES: Readonly<Record<FleetRow['status'], ToneName>> = Object.freeze({
  connected: 'good',
  offline: 'bad',
  disputed: 'bad',
})
