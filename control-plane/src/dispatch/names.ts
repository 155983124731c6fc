import type { Candidate } from './candidates.ts'
import type { Routing } from './types.ts'

export type RoutingKey = keyof Routing
// What a name may belong to: an instance, or an agent of which nothing more is known.
export type Named = Pick<Candidate, 'view' | 'name'> & Partial<Pick<Candidate, 'state'>>

// Takes everything, and says so.
const ALL = 'all'

// The scope keys whose values are names for a routing argument.
const SCOPE_KEYS: Readonly<Record<RoutingKey, readonly string[]>> = Object.freeze({
  agent: [],
  host: ['host'],
  cluster: ['cluster', 'cluster_alias'],
  backend: ['backend'],
  account: ['account', 'project', 'tenant', 'account_alias'],
  region: ['region'],
  instance: ['instance'],
  server: ['server'],
})

// Arguments whose value may be an agent's own name: one agent stands for one host or cluster.
const NAMED_BY_AGENT: readonly RoutingKey[] = Object.freeze(['agent', 'host', 'cluster'])
// Arguments whose value may be the name of a connector instance.
const NAMED_BY_INSTANCE: readonly RoutingKey[] = Object.freeze(['backend', 'instance', 'server'])

// The names a routing argument lists; null when everything is meant, because it is absent or says `all`.
export function wantedNames(routing: Routing, key: RoutingKey): readonly string[] | null {
  const value = routing[key]
  if (value === undefined) return null
  const names = typeof value === 'string' ? [value] : value
  return names.includes(ALL) ? null : names
}

// Every name by which a routing argument may mean this one.
export function namesOf({ view, name, state }: Named, key: RoutingKey): readonly string[] {
  const names: string[] = []
  if (NAMED_BY_AGENT.includes(key)) names.push(name, view.name, view.agent)
  const label = view.labels[key]
  if (label !== undefined) names.push(label)
  if (state === undefined) return names
  // What is meant and not proved can be named, too: the answer then says why it is not read.
  for (const scope of [...state.scopes, ...(state.meant_scopes ?? [])])
    for (const one of SCOPE_KEYS[key]) {
      const value = Object.hasOwn(scope, one) ? scope[one] : undefined
      if (value !== undefined && value !== '') names.push(value)
    }
  if (isNamedByInstance(state, key)) names.push(state.instance, `${name}/${state.instance}`)
  if (key === 'backend') names.push(state.connector)
  if (key === 'server') names.push(...state.servers.map((one) => one.name))
  return names
}

// A broker among cloud accounts has no account: its instance's name stands for one, or nobody could choose it.
function isNamedByInstance(state: Candidate['state'], key: RoutingKey): boolean {
  if (NAMED_BY_INSTANCE.includes(key)) return true
  return key === 'account' && !state.scopes.some((scope) => SCOPE_KEYS.account.some((one) => scope[one]))
}

// Tells whether a wanted name means this one: exactly, or as a label selector such as `env=prod,team=pay`.
export function isMeant(named: Named, key: RoutingKey, wanted: string): boolean {
  if (namesOf(named, key).includes(wanted)) return true
  const pairs = wanted.split(',').map((pair) => pair.split('='))
  return pairs.every(
    ([label, value]) => label !== undefined && value !== undefined && named.view.labels[label] === value,
  )
}

// Tells whether every routing argument takes this one in.
export function isRouted(named: Named, routing: Routing): boolean {
  // Object.keys of a Routing gives its own keys only.
  return (Object.keys(routing) as RoutingKey[]).every((key) => {
    const names = wantedNames(routing, key)
    return names === null || names.some((wanted) => isMeant(named, key, wanted))
  })
}

// The name that is offered as a choice: the one thing that means this instance and no other.
export function choiceOf(candidate: Candidate, key: RoutingKey): string {
  const { name, state } = candidate
  if (isNamedByInstance(state, key)) return `${name}/${state.instance}`
  const [scope] = state.scopes
  const proved = SCOPE_KEYS[key]
    .map((one) => scope?.[one])
    .find((value) => value !== undefined && value !== '')
  return proved ?? name
}
