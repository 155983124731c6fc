import type { Scope } from '@vedette/proto/visibility'
import type { Candidates } from './candidates.ts'
import { wantedNames } from './names.ts'
import type { ReadRequest } from './types.ts'

// A scope that is known to exist and that no instance reaches; `connector` is the one that knows of it.
export type Beyond = Readonly<{ scope: Scope; connector: string }>

// Accounts that an organisation lists and that no instance of the fleet has proved or is meant to read: what is meant
// and down is a source already. Those that the caller named, or all
// when none is named. A question to a named agent or instance is about what that one reaches.
export function findBeyond(
  { having, unconfigured }: Candidates,
  { operation, routing }: Pick<ReadRequest, 'operation' | 'routing'>,
): readonly Beyond[] {
  const keys = Object.keys(routing).filter((key) => key !== 'account' && key !== 'region')
  if (operation.scope !== 'account' || keys.length > 0) return []
  const reached = new Set(
    [...having, ...unconfigured].flatMap(({ state }) =>
      [...state.scopes, ...(state.meant_scopes ?? [])].map((scope) => scope['account']),
    ),
  )
  const wanted = wantedNames(routing, 'account')
  const known = having.flatMap(({ state }) =>
    (state.known_scopes ?? []).map((scope): Beyond => ({ scope, connector: state.connector })),
  )
  const beyond = known.filter(
    ({ scope }) =>
      scope['account'] !== undefined &&
      !reached.has(scope['account']) &&
      (wanted === null || namesOf(scope).some((name) => wanted.includes(name))),
  )
  return [...new Map(beyond.map((one) => [one.scope['account'], one])).values()]
}

// Names of every account that some organisation lists.
export function knownAccounts({ all }: Candidates): ReadonlySet<string> {
  return new Set(all.flatMap(({ state }) => (state.known_scopes ?? []).flatMap(namesOf)))
}

function namesOf(scope: Scope): readonly string[] {
  return [scope['account'], scope['account_name']].filter((name) => name !== undefined)
}
