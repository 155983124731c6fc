import type { OperationDefinition } from '@vedette/proto/operations'
import { provenIdentity, scopeKey } from '@vedette/proto/scope'
import type { Candidate } from './candidates.ts'
import { type Asking, findObstacle, type PlanContext, type Word } from './obstacles.ts'

// A candidate with the word that keeps it from being asked, if any.
export type Member = Readonly<{ candidate: Candidate; obstacle: Word | null }>

// Candidates that read the very same thing; those that can be asked come first.
export type Unit = Readonly<{ members: readonly Member[] }>

// Groups candidates that have proved the same scope; every other one is a unit of its own.
export function groupUnits(
  candidates: readonly Candidate[],
  asking: Asking,
  context: PlanContext,
): readonly Unit[] {
  const groups = Map.groupBy(candidates, (one) => identityOf(one, asking.operation))
  return [...groups.values()].map((group) => ({
    members: group
      .map((candidate) => ({ candidate, obstacle: findObstacle(candidate, asking, context) }))
      .sort(compareMembers),
  }))
}

// Tells whether somebody of the unit can be asked.
export function isAskable({ members }: Unit): boolean {
  return members.some((member) => member.obstacle === null)
}

// The member that speaks for the unit.
export function leaderOf(unit: Unit): Candidate {
  const [first] = unit.members
  if (first === undefined) throw new RangeError('a unit has at least one member')
  return first.candidate
}

// Equal texts for instances of one connector that proved one identity for all they read; else a text of its own.
function identityOf(candidate: Candidate, operation: OperationDefinition): string {
  const { view, state } = candidate
  const alone = `${view.agent} ${state.instance}`
  const identities = state.scopes.map((scope) => provenIdentity(operation.scope, scope))
  if (identities.length === 0 || identities.includes(null)) return alone
  // A host's scope is its name, and names are not proof: only the machine itself is.
  const proof = operation.scope === 'host' ? `${view.identity?.kind}:${view.identity?.id}` : ''
  const scopes = state.scopes.map(scopeKey).sort()
  return JSON.stringify([state.connector, proof, ...scopes])
}

// Who can be asked goes first, then who runs in the very cluster: another agent only says that it reaches it.
function compareMembers(a: Member, b: Member): number {
  const askable = Number(a.obstacle !== null) - Number(b.obstacle !== null)
  if (askable !== 0) return askable
  const native = Number(isNative(b)) - Number(isNative(a))
  if (native !== 0) return native
  return nameOf(a) < nameOf(b) ? -1 : 1
}

function isNative({ candidate: { view, state } }: Member): boolean {
  const { identity } = view
  const clusters = state.scopes.flatMap((scope) => [scope['cluster'] ?? '', scope['cluster_alias'] ?? ''])
  // The identity begins with the alias under which the cluster is registered.
  const [own] = identity?.kind === 'kubernetes' ? identity.id.split('/') : []
  return own !== undefined && clusters.some((name) => name !== '' && name === own)
}

function nameOf({ candidate }: Member): string {
  return `${candidate.name} ${candidate.state.instance} ${candidate.view.agent}`
}
