import type { Report } from '@vedette/proto/wire'
import type { AgentState, Moment } from './state.ts'
import type { FleetEvent } from './types.ts'

// One event of an agent.
export function toEvent(
  state: AgentState,
  now: Moment,
  facts: Omit<FleetEvent, 'organisation' | 'agent' | 'name' | 'at'>,
): FleetEvent {
  const { organisation, agent, enrolment } = state
  return { organisation, agent, name: enrolment.name, at: now.wall, ...facts }
}

// What is new in a report: one event when anything is, and one for each connector whose health word changed.
export function findChanges(
  state: AgentState,
  now: Moment,
  { before, after }: Readonly<{ before: Report | null; after: Report }>,
): readonly FleetEvent[] {
  if (before === null || before.digest === after.digest) return []
  const old = new Map(before.connectors.map((one) => [one.instance, one.health]))
  const moved = after.connectors.flatMap((one) => {
    const from = old.get(one.instance)
    if (from === one.health) return []
    return [
      toEvent(state, now, {
        kind: 'connector_health',
        instance: one.instance,
        to: one.health,
        ...(from === undefined ? {} : { from }),
        ...(one.code === undefined ? {} : { code: one.code }),
      }),
    ]
  })
  const kept = new Set(after.connectors.map((one) => one.instance))
  const removed = before.connectors
    .filter((one) => !kept.has(one.instance))
    .map((one) => toEvent(state, now, { kind: 'connector_health', instance: one.instance, from: one.health }))
  return [toEvent(state, now, { kind: 'agent_changed' }), ...moved, ...removed]
}
