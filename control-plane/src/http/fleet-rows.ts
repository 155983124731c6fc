import { isServing } from '@vedette/proto/health'
import type { ConnectorState, Identity } from '@vedette/proto/wire'
import { isClockOff } from '../fleet/clock-off.ts'
import type { AgentView } from '../fleet/types.ts'
import { servedBy } from '../tools/index.ts'
import type { ConnectorRow, FleetRow } from './api-types.ts'

const MOST_NOTES = 10
const MOST_CLUSTERS = 5

type Connectors = Readonly<{ rows: readonly ConnectorRow[]; served: number; clusters: readonly string[] }>

// A report stays the same object until the next one, so its rows are made once for all who follow.
const made = new WeakMap<AgentView['connectors'], Connectors>()

// One agent as a page lists it: without the thousands of operation ids that only a count is shown of.
export function toFleetRow(view: AgentView): FleetRow {
  const { agent, name, status, last_seen, since, version, labels, policy } = view
  const { rows, served, clusters } = toConnectors(view.connectors)
  return {
    agent,
    name,
    status,
    last_seen,
    since,
    heard: view.incarnation !== null,
    version,
    identity: view.identity === null ? null : toIdentity(view.identity),
    claimants: view.claimants.map((one) => ({ identity: one.identity, last_seen: one.last_seen })),
    clusters,
    labels,
    clock_off_s: status === 'connected' && isClockOff(view) ? Math.round(view.skew_ms / 1000) : null,
    served: status === 'connected' ? served : 0,
    policy:
      policy === null
        ? null
        : {
            status: policy.status,
            reason: policy.reason ?? null,
            remote_version: policy.remote_version,
            local_hash: policy.local_hash,
            effective_hash: policy.effective_hash,
          },
    connectors: rows,
  }
}

function toConnectors(connectors: AgentView['connectors']): Connectors {
  const known = made.get(connectors)
  if (known !== undefined) return known
  const rows = connectors.map(toConnectorRow)
  const served = new Set(connectors.flatMap(servedBy)).size
  const clusters = new Set(connectors.flatMap((one) => one.scopes.flatMap(({ cluster }) => cluster ?? [])))
  const whole = { rows, served, clusters: [...clusters].sort().slice(0, MOST_CLUSTERS) }
  made.set(connectors, whole)
  return whole
}

function toConnectorRow(one: ConnectorState): ConnectorRow {
  return {
    instance: one.instance,
    connector: one.connector,
    health: one.health,
    reason: one.reason ?? null,
    code: one.code ?? null,
    since: one.since,
    checked_at: one.checked_at,
    served: isServing(one.health) ? servedBy(one).length : 0,
    denied: one.denied.length,
    unanswerable: one.unanswerable?.length ?? 0,
    notes: toNotes(one).slice(0, MOST_NOTES),
  }
}

function toNotes({ servers, unanswerable = [] }: ConnectorState): readonly string[] {
  const down = servers
    .filter(({ health }) => health !== 'up')
    .map(({ name, health, code }) => `${name}: ${code ?? health}`)
  const missing = new Set(unanswerable.flatMap((word) => word.missing ?? []))
  return [...down, ...[...missing].map((permission) => `may not ${permission}`)]
}

function toIdentity({ kind, id }: Identity): string {
  return `${kind} ${id}`
}
