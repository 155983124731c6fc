import type { Clock } from '@vedette/proto/clock'
import type { Bus } from '../bus/types.ts'
import type { AgentView } from '../fleet/types.ts'
import { type Applied, toAgentPolicy } from './status.ts'

// Ticks between two pushes to a process that does not say it has the policy, and after which it is overdue.
const AGAIN_TICKS = 2
const OVERDUE_TICKS = 6

export type Pusher = Readonly<{
  // Sends the applied policy to an agent that does not enforce it; not again before two ticks.
  push(view: AgentView, applied: Applied): void
  isOverdue(view: AgentView, applied: Applied): boolean
}>

type Sent = Readonly<{ key: string; first: number; last: number }>

// Sends policies, signed for one process each, until it reports that it enforces them.
export function createPusher(
  options: Readonly<{ bus: Pick<Bus, 'sendPolicy'>; clock: Clock; tick_ms: number }>,
): Pusher {
  const { bus, clock, tick_ms } = options
  const sent = new Map<string, Sent>()

  function isOverdue(view: AgentView, applied: Applied): boolean {
    const last = sent.get(`${view.organisation} ${view.agent}`)
    return last?.key === toKey(view, applied) && clock.monotonic() - last.first > OVERDUE_TICKS * tick_ms
  }

  return Object.freeze({
    isOverdue,
    push(view: AgentView, applied: Applied) {
      const { organisation, agent, incarnation } = view
      if (view.status !== 'connected' || incarnation === null || view.policy === null) return
      const { status, reason } = toAgentPolicy(view, applied, false)
      // A process never takes an older version: what is newer there must be found out by a person.
      if (status === 'APPLIED' || reason === 'newer_version' || applied.version === 0) return
      const now = clock.monotonic()
      const place = `${organisation} ${agent}`
      const key = toKey(view, applied)
      const before = sent.get(place)
      if (before?.key === key && now - before.last < AGAIN_TICKS * tick_ms) return
      sent.set(place, { key, first: before?.key === key ? before.first : now, last: now })
      bus.sendPolicy(organisation, {
        type: 'vedette.v1.policy',
        agent,
        incarnation,
        version: applied.version,
        rules: applied.rules.map((rule) => ({ ...rule })),
        issued_at: clock.now(),
      })
    },
  })
}

function toKey({ incarnation }: AgentView, { version, hash }: Applied): string {
  return `${incarnation} ${version} ${hash}`
}
