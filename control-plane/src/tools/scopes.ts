import { findOperation, type ScopeKind } from '@vedette/proto/operations'
import type { ConnectorState } from '@vedette/proto/wire'
import type { AgentView, Fleet } from '../fleet/types.ts'
import { parseOwnArguments, sealOwn, toOwnSchema, toPageOf } from './own.ts'
import { servedBy } from './standing.ts'
import type { Tool } from './types.ts'

const KINDS = Object.freeze({ kind: 'agent, host, cluster, backend, account, instance or server' })
const PAGE = 100

// One value that a routing argument may take, and who would answer.
export type ScopeRow = Readonly<{
  kind: ScopeKind
  name: string
  connector?: string
  dialect?: string
  agent: string
  // `up`, `degraded` ... of a connected agent's connector, else `agent_offline` or `agent_disputed`.
  health: string
  within?: Readonly<Record<string, string>>
}>

// What can be asked, by the names that routing arguments take.
export function createScopesTool(fleet: Fleet, now: () => number): Tool {
  return Object.freeze({
    name: 'list_scopes',
    title: 'What can be asked',
    description:
      'Lists the agents, hosts, clusters, backends (with query dialect) and accounts that tools take by name, or several as a,b, with their health. Times that tools take: RFC 3339, epoch, -90m or now.',
    tier: 'metadata',
    inputSchema: toOwnSchema(KINDS),
    needs: null,
    async run(written, { principal }) {
      const args = parseOwnArguments(written, Object.keys(KINDS))
      const { kind } = args.text
      const rows = toScopeRows(fleet.agents(principal.organisation)).filter(
        (row) => kind === undefined || row.kind === kind,
      )
      const { shown, ...page } = toPageOf(rows, args.page, PAGE)
      return sealOwn({
        tool: 'list_scopes',
        args,
        body: { scopes: shown, ...page },
        items: rows.length,
        now: now(),
        narrow: ['kind', 'page'],
      })
    },
  })
}

// Every scope of a fleet, sorted by kind and name; of offline agents too, so that what is silent has a name.
export function toScopeRows(agents: readonly AgentView[]): readonly ScopeRow[] {
  const rows = agents.flatMap((agent) => [
    { kind: 'agent' as const, name: agent.name, agent: agent.name, health: agent.status },
    ...agent.connectors.filter(isConfigured).flatMap((state) => toRows(agent, state)),
  ])
  const distinct = new Map(rows.map((row) => [JSON.stringify(row), row]))
  const orderOf = (row: ScopeRow) => `${row.kind} ${row.name} ${row.agent}`
  return [...distinct.values()].sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
}

function isConfigured(state: ConnectorState): boolean {
  return state.health !== 'not_configured'
}

function toRows(agent: AgentView, state: ConnectorState): readonly ScopeRow[] {
  const health = agent.status === 'connected' ? state.health : `agent_${agent.status}`
  const common = {
    connector: state.connector,
    ...(state.dialect === undefined ? {} : { dialect: state.dialect }),
    agent: agent.name,
    health,
  }
  const kinds = new Set(
    [...servedBy({ ...state, health: 'up' }), ...state.denied.map((one) => one.id)].flatMap(
      (id) => findOperation(id)?.scope ?? [],
    ),
  )
  kinds.delete('agent')
  return [...kinds].flatMap((kind): readonly ScopeRow[] => {
    if (kind === 'backend' || kind === 'instance' || kind === 'server')
      return [{ kind, name: state.instance, ...common, ...toWithin(state) }]
    const keys = kind === 'account' ? ['account', 'project', 'tenant'] : [kind]
    const names = state.scopes.flatMap((scope) => keys.flatMap((key) => scope[key] ?? []))
    return [...new Set(names)].map((name) => ({ kind, name, ...common }))
  })
}

function toWithin({ scopes }: ConnectorState): Pick<ScopeRow, 'within'> {
  const [scope] = scopes
  return scopes.length === 1 && scope !== undefined && Object.keys(scope).length > 0 ? { within: scope } : {}
}
