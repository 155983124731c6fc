import type { OperationDefinition, ScopeKind } from '@vedette/proto/operations'
import { nearest } from '@vedette/proto/scope'
import { knownAccounts } from './beyond.ts'
import type { Candidate, Candidates } from './candidates.ts'
import { choiceOf, isMeant, isRouted, type Named, namesOf, type RoutingKey, wantedNames } from './names.ts'
import { type ReadRequest, RoutingError } from './types.ts'

// The candidates that a request means, before any is asked.
export type Routed = Pick<Candidates, 'having' | 'lacking' | 'unconfigured' | 'silent'>

// The routing argument that names one source of an operation.
export const KEY_OF_SCOPE: Readonly<Record<ScopeKind, RoutingKey>> = Object.freeze({
  agent: 'agent',
  host: 'host',
  cluster: 'cluster',
  backend: 'backend',
  account: 'account',
  instance: 'instance',
  server: 'server',
})

const CHOICES = 50

// Takes in what the routing arguments mean. Throws RoutingError `unknown_scope` with the nearest three, or
// `invalid_argument` where no source is divided as the caller wants.
export function routeCandidates(candidates: Candidates, { routing }: ReadRequest): Routed {
  // Object.keys of a Routing gives its own keys only.
  for (const key of Object.keys(routing) as RoutingKey[])
    checkNames(candidates, key, wantedNames(routing, key))
  const routed = <N extends Named>(all: readonly N[]) => all.filter((one) => isRouted(one, routing))
  const having = routed(candidates.having)
  return {
    having,
    lacking: routed(candidates.lacking),
    unconfigured: routed(candidates.unconfigured),
    silent: routed(candidates.silent),
  }
}

function checkNames(candidates: Candidates, key: RoutingKey, wanted: readonly string[] | null): void {
  const known: readonly Named[] = [...candidates.all, ...candidates.silent]
  // In an empty fleet no name is wrong: there is nobody to ask, and the answer says so.
  if (wanted === null || known.length === 0) return
  const names = [...new Set(known.flatMap((one) => namesOf(one, key)))]
  if (names.length === 0)
    throw new RoutingError({
      code: 'invalid_argument',
      field: key,
      message: `no source that is known is told apart by ${key}`,
      fix: `leave ${key} out`,
    })
  const beyond = key === 'account' ? knownAccounts(candidates) : new Set()
  const unknown = wanted.find((name) => !beyond.has(name) && !known.some((one) => isMeant(one, key, name)))
  if (unknown === undefined) return
  const unheard = candidates.silent.length
  throw new RoutingError({
    code: 'unknown_scope',
    field: key,
    message:
      unheard === 0
        ? `no ${key} of this name is known`
        : `no ${key} of this name is known; what ${unheard} unheard agents hold is not`,
    fix: 'list_scopes names what can be asked',
    choices: nearest(unknown, names),
  })
}

// Refuses a question that more than one source could answer and that must name the one it means. `groups` holds one
// candidate for each distinct source. Throws RoutingError `backend_required`, `wrong_dialect` or `scope_required`.
export function checkChoice(
  groups: readonly Candidate[],
  { request, atomic }: Readonly<{ request: ReadRequest; atomic: boolean }>,
): void {
  const { operation, routing } = request
  const key = KEY_OF_SCOPE[operation.scope]
  if (groups.length < 2) return
  const choices = groups.map((one) => choiceOf(one, key)).slice(0, CHOICES)
  if (isRaw(operation, request.arguments)) checkDialect(groups, { request, key, choices })
  else if (routing[key] === undefined && atomic && mustName(operation, request.arguments))
    throw new RoutingError({
      code: 'scope_required',
      field: key,
      message: `${groups.length} sources could answer ${operation.id}: say which ${key} you mean`,
      fix: operation.scope === 'account' ? `name one ${key}, several, or "all"` : `name one ${key}`,
      choices,
    })
}

// A raw query is written for one backend. One name that several bear is no choice; a list or `all` is.
function checkDialect(
  groups: readonly Candidate[],
  facts: Readonly<{ request: ReadRequest; key: RoutingKey; choices: readonly string[] }>,
): void {
  const { request, key, choices } = facts
  const { operation, routing } = request
  const dialects = new Set(groups.map((one) => one.state.dialect ?? one.state.connector))
  const written = routing[key]
  if (written === undefined || (typeof written === 'string' && wantedNames(routing, key) !== null))
    throw new RoutingError({
      code: 'backend_required',
      field: key,
      message: `${groups.length} backends could run this query: say which ${key} it is written for`,
      fix: `name one ${key}`,
      choices,
    })
  if (dialects.size > 1)
    throw new RoutingError({
      code: 'wrong_dialect',
      field: operation.dialect?.argument ?? key,
      message: `the chosen backends speak ${[...dialects].sort().join(', ')}: one query cannot be sent to all`,
      fix: `name backends of one dialect`,
      choices,
    })
}

// Where the raw query is optional and left out, the question is made of filters that every backend translates.
function isRaw({ dialect }: OperationDefinition, args: ReadRequest['arguments']): boolean {
  return dialect !== undefined && args[dialect.argument] !== undefined
}

// Accounts are never swept unasked; on clusters only a question about one named object must say where it is.
function mustName({ id, scope }: OperationDefinition, args: ReadRequest['arguments']): boolean {
  if (scope === 'account') return true
  return scope === 'cluster' && (id.endsWith('.get') || args['name'] !== undefined)
}
