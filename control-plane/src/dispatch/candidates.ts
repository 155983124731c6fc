import type { OperationDefinition } from '@vedette/proto/operations'
import type { Scope } from '@vedette/proto/visibility'
import type { ConnectorState } from '@vedette/proto/wire'
import type { AgentView } from '../fleet/types.ts'

// One connector instance of one agent: what a read may be asked of.
export type Candidate = Readonly<{
  view: AgentView
  // The agent's name, made unique in its organisation.
  name: string
  state: ConnectorState
}>

export type Candidates = Readonly<{
  // Instances that have the operation, whatever keeps them from being asked.
  having: readonly Candidate[]
  // Instances whose release does not have it: their connector serves it in another one, or their agent is older than it.
  lacking: readonly Candidate[]
  // Instances that would have it, had they been given a credential.
  unconfigured: readonly Candidate[]
  // Agents that were not heard since this replica started: what they have is not known.
  silent: readonly Readonly<{ view: AgentView; name: string }>[]
  // Every configured instance, for names.
  all: readonly Candidate[]
}>

// Sorts a fleet by what it has of one operation; offline and disputed agents included.
export function findCandidates(
  agents: readonly AgentView[],
  operation: Pick<OperationDefinition, 'id' | 'permissions' | 'since'>,
): Candidates {
  const { id } = operation
  const names = toUniqueNames(agents)
  const every = agents.flatMap((view) =>
    view.connectors.map((state): Candidate => ({ view, name: names.get(view.agent) ?? view.name, state })),
  )
  const all = every.filter((one) => one.state.health !== 'not_configured')
  const having = all.filter((one) => hasOperation(one.state, id))
  const serving = new Map<string, ReadonlySet<string | null>>(
    [...Map.groupBy(having, (one) => one.state.connector)].map(([connector, some]) => [
      connector,
      new Set(some.map((one) => one.view.version)),
    ]),
  )
  return {
    having,
    lacking: all.filter(
      (one) =>
        !hasOperation(one.state, id) &&
        (isOlder(one, serving.get(one.state.connector)) || isBefore(one, operation)),
    ),
    unconfigured: every.filter((one) => one.state.health === 'not_configured' && hasOperation(one.state, id)),
    silent: agents
      .filter((view) => view.policy === null && view.connectors.length === 0)
      .map((view) => ({ view, name: names.get(view.agent) ?? view.name })),
    all,
  }
}

// Of the same release as one that has the operation, an instance lacks it by its own configuration.
function isOlder({ view }: Candidate, versions: ReadonlySet<string | null> | undefined): boolean {
  return versions !== undefined && !versions.has(view.version)
}

// Of a release before the one in which the operation came, with a connector that has served it since.
function isBefore(
  { view, state }: Candidate,
  { permissions, since }: Pick<OperationDefinition, 'permissions' | 'since'>,
): boolean {
  return Object.hasOwn(permissions, state.connector) && compareReleases(view.version ?? '', since) < 0
}

// Compares `major.minor.patch`; what is no release is neither before nor after one.
function compareReleases(a: string, b: string): number {
  const [left, right] = [a, b].map((text) =>
    /^(\d+)\.(\d+)\.(\d+)(?:[-+]|$)/.exec(text)?.slice(1).map(Number),
  )
  if (left === undefined || right === undefined) return 0
  const at = left.findIndex((number, index) => number !== right[index])
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0)
}

// The scopes that the instance has proved, else those that it is meant to; one without any is a source all the same.
// For names of what is not read: what is meant proves nothing.
export function scopesOf({ state }: Pick<Candidate, 'state'>): readonly Scope[] {
  if (state.scopes.length > 0) return state.scopes
  const meant = state.meant_scopes ?? []
  return meant.length === 0 ? [{}] : meant
}

// Names a person can tell apart: two agents of one name get the end of their ids.
function toUniqueNames(agents: readonly AgentView[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { name } of agents) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map(
    agents.map(({ agent, name }) => [agent, counts.get(name) === 1 ? name : `${name}~${agent.slice(-6)}`]),
  )
}

function hasOperation(state: ConnectorState, id: string): boolean {
  return state.operations.some((one) => one.id === id) || state.denied.some((one) => one.id === id)
}
