import { createHash } from 'node:crypto'
import { canonicalJson } from '@vedette/proto/canonical'
import { type DenyRule, deniedOperations } from '@vedette/proto/policy'
import type { ConnectorState, Identity, PolicyState, Report } from '@vedette/proto/wire'
import type { Instance, ServedHere } from '../host/index.ts'
import type { InstanceHealth, Unanswerable } from '../prober/index.ts'
import { fitScope } from '../redactor/index.ts'

// What stays the same for one process.
export type AgentFacts = Readonly<{
  incarnation: string
  started_at: number
  identity: Identity
  name: string
  version: string
  labels: Readonly<Record<string, string>>
}>

export type StateSources = Readonly<{
  facts: AgentFacts
  instances: readonly Instance[]
  notRequested: readonly string[]
  health(instance: string): InstanceHealth
  policy(): PolicyState
  rules(): readonly DenyRule[]
}>

export type AgentState = Omit<Report, 'sequence' | 'sent_at' | 'digest' | 'pings'>

// The whole state of the agent now.
export function buildState(agent: string, sources: StateSources): AgentState {
  const { facts, instances, notRequested } = sources
  return {
    type: 'vedette.v1.report',
    agent,
    ...facts,
    labels: { ...facts.labels },
    connectors: [
      ...instances.map((instance) => toState(instance, sources)),
      ...notRequested.map((id) => toNotRequested(id, facts.started_at)),
    ],
    policy: sources.policy(),
  }
}

// SHA-256 over the canonical JSON of the state, in hexadecimal: equal states have equal digests.
export function digestState(state: AgentState): string {
  return createHash('sha256').update(canonicalJson(state)).digest('hex')
}

function toState(instance: Instance, sources: StateSources): ConnectorState {
  const { health, reason, code, since, checked_at, scopes, known_scopes, servers, unanswerable } =
    sources.health(instance.name)
  const { dialect } = instance
  const denied = findDenied(sources.rules(), instance)
  const hidden = new Set(denied.map(({ id }) => id))
  return {
    instance: instance.name,
    connector: instance.connector.id,
    ...(dialect === undefined ? {} : { dialect }),
    health,
    ...(reason === undefined ? {} : { reason }),
    ...(code === undefined ? {} : { code: code.slice(0, 128) }),
    since: new Date(since).toISOString(),
    checked_at: checked_at === null ? null : new Date(checked_at).toISOString(),
    scopes: scopes.slice(0, 256).map((scope) => ({ ...fitScope(scope) })),
    ...(known_scopes === undefined
      ? {}
      : { known_scopes: known_scopes.slice(0, 1000).map((scope) => ({ ...fitScope(scope) })) }),
    ...(instance.meant.length === 0
      ? {}
      : { meant_scopes: instance.meant.slice(0, 16).map((scope) => ({ ...fitScope(scope) })) }),
    operations: [...instance.served.values()]
      .filter(({ operation }) => !hidden.has(operation.id))
      .map(toServed),
    denied: denied.map(({ id, rule }) => ({ id, rule })),
    ...toUnanswerable(unanswerable ?? [], instance),
    covers: [...instance.covers],
    servers: servers.slice(0, 256).map(toServer),
  }
}

// Only of what is served here: a probe may know of more operations than this configuration has.
function toUnanswerable(
  words: readonly Unanswerable[],
  instance: Instance,
): Pick<ConnectorState, 'unanswerable'> {
  const own = words.filter((one) => instance.served.has(one.operation))
  if (own.length === 0) return {}
  return {
    unanswerable: own.map(({ operation, state, since, code, server, missing, why }) => ({
      id: operation,
      state,
      since: new Date(since).toISOString(),
      ...(code === undefined ? {} : { code: code.slice(0, 128) }),
      ...(server === undefined ? {} : { server: server.slice(0, 256) }),
      ...(missing === undefined ? {} : { missing: missing.slice(0, 512) }),
      ...(why === undefined ? {} : { why: why.slice(0, 512) }),
    })),
  }
}

// Names that a vendor gave may be of any length.
function toServer({
  name,
  health,
  code,
  version,
}: InstanceHealth['servers'][number]): ConnectorState['servers'][number] {
  return {
    name: name.slice(0, 256),
    health,
    ...(code === undefined ? {} : { code: code.slice(0, 128) }),
    ...(version === undefined ? {} : { version: version.slice(0, 128) }),
  }
}

type Denied = ReturnType<typeof deniedOperations>
const known = new WeakMap<readonly DenyRule[], WeakMap<Instance['served'], Denied>>()

// Matching a long list against each operation is work for each change of the rules or of what is served, not for each
// beat.
function findDenied(rules: readonly DenyRule[], instance: Instance): Denied {
  const { served } = instance
  const of = known.get(rules) ?? new WeakMap<Instance['served'], Denied>()
  known.set(rules, of)
  const denied = of.get(served) ?? deniedOperations(rules, [...served.keys()])
  of.set(served, denied)
  return denied
}

function toServed({ operation, digest, raised, tier }: ServedHere): ConnectorState['operations'][number] {
  return { id: operation.id, contract: operation.contract, digest, ...(raised ? { tier } : {}) }
}

function toNotRequested(id: string, startedAt: number): ConnectorState {
  return {
    instance: id,
    connector: id,
    health: 'not_configured',
    reason: 'not_requested',
    since: new Date(startedAt).toISOString(),
    checked_at: null,
    scopes: [],
    operations: [],
    denied: [],
    covers: [],
    servers: [],
  }
}
