import type { ActionView } from '../../api/index.ts'
import type { ToneName } from '../../parts/tone.tsx'

// How an action stands, in words. A word that is not here is never good news.
export const STATES: Readonly<Record<ActionView['state'], Readonly<{ tone: ToneName; text: string }>>> =
  Object.freeze({
    outcome_unknown: { tone: 'bad', text: 'OUTCOME UNKNOWN' },
    approval_pending: { tone: 'warn', text: 'waits for a person' },
    running: { tone: 'warn', text: 'is being run' },
    approved: { tone: 'warn', text: 'approved, not run yet' },
    done: { tone: 'good', text: 'has run' },
    denied: { tone: 'plain', text: 'denied: nothing was done' },
    expired: { tone: 'plain', text: 'expired: nothing was done' },
    void: { tone: 'plain', text: 'void: nothing was done' },
  })

const SECOND_PERSON: readonly string[] = Object.freeze(['send', 'high_risk'])

// Why who is signed in may not approve this; null when they may. The server decides; this only says it ahead.
export function whyNotApprove(action: Pick<ActionView, 'own' | 'tier'>, mayDecide: boolean): string | null {
  if (action.own && SECOND_PERSON.includes(action.tier))
    return `You asked for this, and who asks may not approve what is ${action.tier}: another approver decides.`
  if (!mayDecide) return 'Only an approver or an admin decides here; your token is neither.'
  return null
}

// The name that must be typed before a restart or the like is approved; null where a second click is enough.
export function nameToType({ tier, asks, tool }: Pick<ActionView, 'tier' | 'asks' | 'tool'>): string | null {
  if (tier !== 'high_risk') return null
  const name = asks[0]?.arguments['name']
  return typeof name === 'string' && name !== '' ? name : tool
}

// How long it can still be approved, by the clock of this browser.
export function toTimeLeft(expiresAt: string, now: number): string {
  const left = Date.parse(expiresAt) - now
  if (!Number.isFinite(left)) return 'unknown'
  if (left <= 0) return 'its time is over'
  return left < 60_000 ? 'less than a minute left' : `${Math.floor(left / 60_000)} minutes left`
}
