import type { FleetPage } from '../../src/http/api-types.ts'
import { toAge } from '../output/age.ts'
import { toVerdict } from '../output/fleet.ts'
import type { Check } from './types.ts'

type Agent = FleetPage['agents'][number]
type Connector = Agent['connectors'][number]

// What a connector's code means for whoever has to repair it; the part before the first detail decides.
const FIXES: Readonly<Record<string, string>> = Object.freeze({
  unauthorized: 'its credential is refused or missing: put a valid one where its configuration reads it',
  forbidden: 'its credential lacks a permission: grant what the README of the connector lists',
  throttled: 'the vendor limits us: wait, or raise the quota',
  timed_out: 'nothing answers in time at its address: check the network path from the agent',
  upstream_failed: 'nothing usable answers at its address: check that it runs and that the URL is right',
  unusable: 'what answers is not what was expected: check that the URL is that of its API',
  scope_mismatch: 'the credential belongs to another account than configured: correct one of the two',
})

const RESULTS: Readonly<Record<FleetPage['fleet_verdict'], Check['result']>> = Object.freeze({
  control_plane_blind: 'wrong',
  collecting: 'note',
  no_agent_connected: 'wrong',
  down: 'wrong',
  degraded: 'wrong',
  unchecked: 'note',
  up: 'ok',
})

// Why agents and connectors are missing, worst first; a connector that nobody asked for is left out.
export function checkFleet(page: FleetPage): readonly Check[] {
  const now = Date.parse(page.at)
  const fleet: Check = {
    check: 'fleet',
    result: RESULTS[page.fleet_verdict] ?? 'wrong',
    found: toVerdict(page),
    ...(page.no_agent_connected ? { fix: 'start an agent, or see the log of the one that should run' } : {}),
  }
  const agents = page.agents.flatMap((agent) => [checkAgent(agent, now), ...checkConnectors(agent, now)])
  return [fleet, ...agents]
}

function checkAgent(agent: Agent, now: number): Check {
  const check = `agent ${agent.name}`
  if (agent.status === 'disputed') {
    const claimants = agent.claimants.map(({ identity }) => `${identity.kind} ${identity.id}`).join(' and ')
    const fix = 'decide on the Fleet page which one is right; neither is asked until then'
    return { check, result: 'wrong', found: `disputed between ${claimants}`, fix }
  }
  if (agent.status === 'connected')
    return { check, result: 'ok', found: `connected, ${agent.version ?? 'unknown version'}` }
  if (agent.last_seen === 0)
    return {
      check,
      result: 'wrong',
      found: 'registered, never seen',
      fix: "see the agent's log in that cluster: whether it runs, reaches the broker, and its token is taken",
    }
  return {
    check,
    result: 'wrong',
    found: `offline, last heard ${toAge(now - agent.last_seen)} ago`,
    fix: 'check that it runs and reaches the broker',
  }
}

function checkConnectors(agent: Agent, now: number): readonly Check[] {
  return agent.connectors
    .filter((one) => one.reason !== 'not_requested')
    .map((one) => checkConnector(agent, one, now))
}

function checkConnector(agent: Agent, one: Connector, now: number): Check {
  const check = `connector ${one.instance} on ${agent.name}`
  if (one.health === 'up') return { check, result: 'ok', found: 'up' }
  if (one.health === 'unchecked')
    return { check, result: 'note', found: 'serving; it has no way to probe itself' }
  const servers = one.servers.flatMap(({ name, health, code }) =>
    health === 'up' ? [] : [`${name}: ${code ?? health}`],
  )
  const gone = one.unanswerable ?? []
  const missing = [...new Set(gone.flatMap((word) => word.missing ?? []))].map((right) => `may not ${right}`)
  const out = gone.length === 0 ? [] : [`${gone.length} of ${one.operations.length} operations out`]
  const why = [one.code ?? one.reason, ...servers, ...missing, ...out].filter(Boolean).join(', ')
  const found = `${one.health} for ${toAge(now - Date.parse(one.since))}${why === '' ? '' : `: ${why}`}`
  const fix = one.health === 'not_configured' ? toMissingFix(one) : toFix(one.code)
  return { check, result: 'wrong', found, ...(fix === undefined ? {} : { fix }) }
}

// What a code of a connector asks a person to do; undefined when it says nothing of that.
export function toFix(code: string | undefined): string | undefined {
  return Object.entries(FIXES).find(([word]) => code?.split(/[^a-z_]/).includes(word))?.[1]
}

function toMissingFix({ reason }: Connector): string {
  return reason === 'secret_key_missing'
    ? 'the Secret is there, the key that its configuration names is not: add it'
    : 'the secret that its configuration names is not there: create it'
}
