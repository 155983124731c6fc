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

// What is new in a report, apart from the time of its last probes: one event for each connector whose health word
// changed or that came or went, and one for anything else.
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
  const told = [...moved, ...removed]
  // A word that changed takes reason, scopes and servers with it, and its own event tells of them.
  const read = told.length === 0 ? toFacts : toOffer
  if (read(before) === read(after)) return told
  return [toEvent(state, now, { kind: 'agent_changed' }), ...told]
}

// Everything that a report says of the agent but when it was probed.
function toFacts({ name, version, labels, policy, connectors }: Report): string {
  return JSON.stringify([
    name,
    version,
    labels,
    policy,
    connectors.map((one) => ({ ...one, checked_at: null })),
  ])
}

// What can be asked of the agent, whatever its health.
function toOffer({ name, version, labels, policy, connectors }: Report): string {
  const offers = connectors.map((one) => [
    one.instance,
    one.connector,
    one.operations,
    one.denied,
    one.unanswerable?.map(({ id }) => id),
    one.covers,
  ])
  return JSON.stringify([name, version, labels, policy, offers])
}
