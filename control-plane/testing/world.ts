import { createFakeClock, type FakeClock } from '@vedette/proto/clock'
import { findOperation, type OperationDefinition } from '@vedette/proto/operations'
import {
  type Carried,
  isReadClass,
  type Scope,
  type Source,
  type State,
  seen,
  unseen,
} from '@vedette/proto/visibility'
import type { Dispatch, InstanceRead, ReadRequest, Routing } from '../src/dispatch/types.ts'
import { RoutingError } from '../src/dispatch/types.ts'
import type { AgentView } from '../src/fleet/types.ts'
import { CARRIED } from './carried.ts'
import { agentView, connectorState, createFakeFleet, type FakeFleet } from './fakes.ts'

// What one instance answers to one operation; plain JSON, so that worlds can be kept in files.
export type RecordedRead = Readonly<{
  operation: string
  // Only for questions whose arguments hold all of these; absent, for every question.
  when?: Readonly<Record<string, unknown>>
  // Default: `agent-1`, the first vendor of the operation, no scope.
  agent?: string
  connector?: string
  instance?: string
  scope?: Scope
  // Default: `read`, or `empty` where `items` is 0. The value of a word that is no read is ignored.
  state?: State
  carried?: Carried
  items?: number
  value?: unknown
  query?: string
  url?: string
  // The query language of its instance.
  dialect?: string
}>

// `now`: the present of the world, RFC 3339.
export type RecordedWorld = Readonly<{ now: string; reads: readonly RecordedRead[] }>

export type World = Readonly<{
  fleet: FakeFleet
  dispatch: Dispatch
  clock: FakeClock
  // Every question that was put, in order.
  asked: readonly ReadRequest[]
}>

// A world that answers as recorded. Operations that nothing is recorded for are not configured. Throws where a
// recorded value does not fit its operation's output.
export function createWorld(recorded: RecordedWorld): World {
  const reads = recorded.reads.filter((read) => read.state !== 'not_configured').map(toFull)
  const asked: ReadRequest[] = []
  const dispatch: Dispatch = async (requests) =>
    requests.map((request) => {
      asked.push(request)
      return { request, instances: answer(reads, request) }
    })
  return {
    fleet: createFakeFleet(toAgents(reads)),
    dispatch,
    clock: createFakeClock(Date.parse(recorded.now)),
    asked,
  }
}

// The same world with every answer to one operation under another word; `where` picks some of its instances.
export function withState(
  world: RecordedWorld,
  operation: string,
  facts: Readonly<{ state: State; where?: (read: RecordedRead) => boolean; carried?: Carried }>,
): RecordedWorld {
  const { state, where = () => true } = facts
  return {
    ...world,
    reads: world.reads.map((read) => {
      if (read.operation !== operation || !where(read)) return read
      const { items: _, carried: __, ...rest } = read
      const value = state === 'empty' || state === 'unproven' ? toEmptied(read.value) : read.value
      return { ...rest, value, state, ...(facts.carried === undefined ? {} : { carried: facts.carried }) }
    }),
  }
}

type FullRead = RecordedRead &
  Readonly<{ definition: OperationDefinition; agent: string; connector: string; instance: string }>

function toFull(read: RecordedRead): FullRead {
  const definition = findOperation(read.operation)
  if (definition === undefined) throw new TypeError(`${read.operation} is not in the catalogue`)
  const [vendor = 'fake'] = Object.keys(definition.permissions)
  const connector = read.connector ?? vendor
  if (isReadClass(stateOf(read))) {
    const value = definition.output.safeParse(read.value)
    if (!value.success) throw new TypeError(`${read.operation}: ${value.error.message}`)
  }
  return {
    ...read,
    definition,
    agent: read.agent ?? 'agent-1',
    connector,
    instance: read.instance ?? connector,
  }
}

function stateOf({ state, items }: RecordedRead): State {
  return state ?? (items === 0 ? 'empty' : 'read')
}

function answer(reads: readonly FullRead[], request: ReadRequest): readonly InstanceRead[] {
  const { operation, routing } = request
  const having = reads.filter((read) => read.operation === operation.id)
  if (having.length === 0) return [toNotConfigured(request)]
  const routed = having.filter((read) => isRouted(read, routing))
  if (routed.length === 0)
    throw new RoutingError({
      code: 'unknown_scope',
      field: 'cluster',
      message: 'no such name',
      fix: 'name another',
    })
  const meant = routed.filter((read) => isAsked(read, request))
  if (meant.length > 0) return meant.map((read) => toInstance(read, request))
  if (request.role === 'input')
    throw new RoutingError({ code: 'not_found', field: 'name', message: 'not there', fix: 'name another' })
  return routed
    .slice(0, 1)
    .map((read) => toInstance({ ...read, state: 'unusable', carried: { why: 'internal' } }, request))
}

function isAsked({ when = {} }: RecordedRead, request: ReadRequest): boolean {
  return Object.entries(when).every(
    ([key, value]) => JSON.stringify(request.arguments[key]) === JSON.stringify(value),
  )
}

function isRouted({ scope = {}, agent, instance }: FullRead, routing: Routing): boolean {
  return Object.values(routing).every((wanted) => {
    const names: readonly string[] = typeof wanted === 'string' ? [wanted] : wanted
    return names.some(
      (name) =>
        name === 'all' || [agent, instance, `${agent}/${instance}`, ...Object.values(scope)].includes(name),
    )
  })
}

function toInstance(read: FullRead, request: ReadRequest): InstanceRead {
  const { scope = {}, agent, connector, instance } = read
  const state = stateOf(read)
  const source: Source = {
    ...CARRIED[state],
    ...(state === 'read' ? { items: read.items ?? 1 } : {}),
    ...read.carried,
    scope,
    state,
    operation: read.operation,
    connector: instance,
    agent,
    role: request.role,
  }
  const outcome = isReadClass(state)
    ? seen(read.definition.output.parse(read.value), [source])
    : unseen([source])
  const meta = { redacted: {}, vendor_calls: 1, took_ms: 1, body_sha256: '0' }
  const told = {
    ...(read.query === undefined ? {} : { query: read.query }),
    ...(read.url === undefined ? {} : { url: read.url }),
  }
  return {
    agent: `id-${agent}`,
    agent_name: agent,
    instance,
    connector,
    outcome,
    meta: outcome.seen ? { ...meta, ...told } : null,
  }
}

function toNotConfigured({ operation, role }: ReadRequest): InstanceRead {
  const connector = Object.keys(operation.permissions).sort().join('/')
  const source = { operation: operation.id, connector, role, scope: {} }
  return {
    agent: null,
    agent_name: null,
    instance: connector,
    connector,
    outcome: unseen([{ ...source, state: 'not_configured', reason: 'not_requested' }]),
    meta: null,
  }
}

function toAgents(reads: readonly FullRead[]): readonly AgentView[] {
  const byAgent = Map.groupBy(reads, (read) => read.agent)
  return [...byAgent].map(([name, own]) => {
    const byInstance = Map.groupBy(own, (read) => read.instance)
    const connectors = [...byInstance].map(([instance, some]) =>
      connectorState(some[0]?.connector ?? instance, [...new Set(some.map((read) => read.operation))], {
        instance,
        scopes: some[0]?.scope === undefined ? [] : [some[0].scope],
        ...(some[0]?.dialect === undefined ? {} : { dialect: some[0].dialect }),
      }),
    )
    return agentView(name, connectors)
  })
}

// A value with nothing in its lists.
function toEmptied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, Array.isArray(one) ? [] : one]))
}
