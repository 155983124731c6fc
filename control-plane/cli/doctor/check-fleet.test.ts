import assert from 'node:assert/strict'
import test from 'node:test'
import type { FleetPage } from '../../src/http/api-types.ts'
import { checkFleet } from './check-fleet.ts'

const AT = '2026-03-01T10:00:00.000Z'
const NOW = Date.parse(AT)

type Agent = FleetPage['agents'][number]
const CONNECTOR: Agent['connectors'][number] = {
  instance: 'prometheus',
  connector: 'prometheus',
  health: 'up',
  since: '2026-03-01T09:58:00.000Z',
  checked_at: AT,
  scopes: [],
  operations: [],
  denied: [],
  covers: [],
  servers: [],
}
const AGENT: Agent = {
  agent: 'ag_1',
  organisation: 'default',
  name: 'box',
  status: 'connected',
  last_seen: NOW,
  since: NOW,
  incarnation: 'i1',
  identity: { kind: 'host', id: 'machine' },
  claimants: [],
  version: '0.1.0',
  labels: {},
  skew_ms: 0,
  connectors: [],
  policy: null,
}
const toPage = (
  agent: Partial<Agent>,
  fleet_verdict: FleetPage['fleet_verdict'] = 'degraded',
): FleetPage => ({
  at: AT,
  organisation: 'default',
  knowledge: 'known',
  blind: false,
  fleet_verdict,
  no_agent_connected: false,
  agents: [{ ...AGENT, ...agent }],
})

test('a healthy fleet is all ok', () => {
  const results = checkFleet(toPage({ connectors: [CONNECTOR] }, 'up')).map(({ result }) => result)
  assert.deepEqual(results, ['ok', 'ok', 'ok'])
})

const CASES: readonly [what: string, connector: Partial<typeof CONNECTOR>, found: string, fix: RegExp][] = [
  [
    'a refused credential',
    { health: 'down', code: 'unauthorized' },
    'down for 2 min: unauthorized',
    /credential/,
  ],
  [
    'a missing permission',
    { health: 'degraded', code: 'forbidden' },
    'degraded for 2 min: forbidden',
    /grant/,
  ],
  [
    'a dead endpoint',
    { health: 'down', code: 'upstream_failed: ECONNREFUSED' },
    'down for 2 min: upstream_failed: ECONNREFUSED',
    /check that it runs/,
  ],
  [
    'a missing secret',
    { health: 'not_configured', reason: 'secret_missing' },
    'not_configured for 2 min: secret_missing',
    /create it/,
  ],
  [
    'one failing server',
    { health: 'degraded', code: 'timed_out', servers: [{ name: 'am', health: 'down', code: 'timed_out' }] },
    'degraded for 2 min: timed_out, am: timed_out',
    /network path/,
  ],
  [
    'a missing permission',
    {
      health: 'degraded',
      code: 'forbidden',
      operations: [{ id: 'k8s.nodes.list', contract: 1, digest: 'd' }],
      unanswerable: [
        {
          id: 'k8s.nodes.list',
          state: 'forbidden',
          since: '2026-03-01T09:58:00.000Z',
          missing: 'list nodes',
        },
      ],
    },
    'degraded for 2 min: forbidden, may not list nodes, 1 of 1 operations out',
    /lacks a permission/,
  ],
]

for (const [what, connector, found, fix] of CASES) {
  test(`${what} is said with its reason and what to do`, () => {
    const check = checkFleet(toPage({ connectors: [{ ...CONNECTOR, ...connector }] })).at(-1)
    assert.deepEqual([check?.result, check?.found], ['wrong', found])
    assert.match(check?.fix ?? '', fix)
  })
}

test('a connector that nobody asked for is not a complaint', () => {
  const checks = checkFleet(
    toPage({ connectors: [{ ...CONNECTOR, health: 'not_configured', reason: 'not_requested' }] }),
  )
  assert.equal(checks.length, 2)
})

test('an offline agent and a disputed one say since when and by whom', () => {
  const [, offline] = checkFleet(toPage({ status: 'offline', last_seen: NOW - 240_000 }))
  assert.equal(offline?.found, 'offline, last heard 4 min ago')
  const claimants = ['a', 'b'].map((id) => ({
    identity: { kind: 'host' as const, id },
    incarnation: id,
    last_seen: NOW,
  }))
  const [, disputed] = checkFleet(toPage({ status: 'disputed', claimants }))
  assert.equal(disputed?.found, 'disputed between host a and host b')
})

for (const verdict of ['control_plane_blind', 'no_agent_connected', 'down', 'degraded'] as const) {
  test(`the verdict ${verdict} is never ok, whatever the agents say`, () => {
    assert.equal(checkFleet(toPage({}, verdict))[0]?.result, 'wrong')
  })
}
