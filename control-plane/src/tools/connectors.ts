import type { ConnectorState } from '@vedette/proto/wire'
import type { AgentView, Fleet } from '../fleet/types.ts'
import { parseOwnArguments, sealOwn, toOwnSchema, toPageOf } from './own.ts'
import { servedBy } from './standing.ts'
import type { Tool } from './types.ts'

const FILTERS = Object.freeze({ agent: 'Only this agent', connector: 'Only this connector or instance' })
const PAGE = 20
const MAX_SCOPES = 20

// What each configured connector looks at and what its credential can and cannot do, as its agent last reported.
export function createConnectorsTool(fleet: Fleet, now: () => number): Tool {
  return Object.freeze({
    name: 'connectors_describe',
    title: 'Connectors and their credentials',
    description:
      'Describes connectors: servers, scope values, what the credential can and cannot do, quota left. Never a secret.',
    when: ['missing permission', 'what can this credential do', 'quota', 'why can it not read'],
    tier: 'metadata',
    inputSchema: toOwnSchema(FILTERS),
    needs: null,
    async run(written, { principal }) {
      const args = parseOwnArguments(written, Object.keys(FILTERS))
      const { agent, connector } = args.text
      const rows = fleet
        .agents(principal.organisation)
        .filter((view) => agent === undefined || view.name === agent || view.agent === agent)
        .flatMap((view) => view.connectors.map((state) => ({ view, state })))
        .filter(
          ({ state }) =>
            connector === undefined || state.connector === connector || state.instance === connector,
        )
        .filter(({ state }) => state.health !== 'not_configured' || state.reason !== 'not_requested')
      const { shown, ...page } = toPageOf(rows, args.page, PAGE)
      const isFull = args.detail === 'full'
      return sealOwn({
        tool: 'connectors_describe',
        args,
        body: { untrusted: true, connectors: shown.map((one) => toRow(one, isFull)), ...page },
        items: rows.length,
        now: now(),
        narrow: ['agent', 'connector', 'page'],
      })
    },
  } satisfies Tool)
}

function toRow({ view, state }: Readonly<{ view: AgentView; state: ConnectorState }>, isFull: boolean) {
  const { instance, connector, health, code, reason, dialect, since, checked_at, servers, denied } = state
  const away = view.status !== 'connected'
  const serves = away ? [] : servedBy(state)
  const unanswerable = state.unanswerable ?? []
  return {
    agent: view.name,
    instance,
    connector,
    // What an agent that is away last said is no word about now.
    health: away ? `agent_${view.status}` : health,
    ...(away ? { last_said: health } : {}),
    ...(code === undefined ? {} : { code }),
    ...(reason === undefined ? {} : { reason }),
    ...(dialect === undefined ? {} : { dialect }),
    since,
    checked_at,
    scopes: toScopeValues(state.scopes),
    ...(state.known_scopes === undefined ? {} : { scopes_known: state.known_scopes.length }),
    ...(servers.length === 0 ? {} : { servers }),
    can: isFull ? serves : serves.length,
    cannot: unanswerable.map(({ id, state: word, missing, why, server }) => ({
      operation: id,
      state: word,
      ...(missing === undefined ? {} : { missing }),
      ...(why === undefined ? {} : { why }),
      ...(server === undefined ? {} : { server }),
    })),
    denied_by_policy: isFull ? denied.map(({ id, rule }) => ({ operation: id, rule })) : denied.length,
    // Null: no agent reports what its vendor's quota leaves.
    quota_left: null,
  }
}

// Each kind of scope with its proved values.
function toScopeValues(scopes: ConnectorState['scopes']): Readonly<Record<string, unknown>> {
  const keys = [...new Set(scopes.flatMap((scope) => Object.keys(scope)))].sort()
  return Object.fromEntries(
    keys.map((key) => {
      const values = [...new Set(scopes.flatMap((scope) => scope[key] ?? []))].sort()
      const more = values.length - MAX_SCOPES
      return [key, more > 0 ? [...values.slice(0, MAX_SCOPES), `and ${more} more`] : values]
    }),
  )
}
