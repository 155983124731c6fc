import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FleetRow, FleetSummary } from '../../api/types.ts'
import { groupHidden } from './group-hidden.ts'
import { NO_FLEET, reduceRows, toMissing } from './reduce-rows.ts'
import { toInstances, toMatrix } from './to-matrix.ts'
import { toVolumes } from './to-volumes.ts'
import { toVerdict } from './words.ts'

const SUMMARY: FleetSummary = {
  at: '2030-01-15T12:00:00Z',
  organisation: 'acme',
  knowledge: 'known',
  blind: false,
  fleet_verdict: 'up',
  no_agent_connected: false,
  agents: 2,
}

function row(name: string, more: Partial<FleetRow> = {}): FleetRow {
  return {
    agent: `id-${name}`,
    name,
    status: 'connected',
    last_seen: 1,
    since: 0,
    heard: true,
    version: '0.1.0',
    identity: 'host a',
    claimants: [],
    clusters: [],
    labels: {},
    clock_off_s: null,
    served: 1,
    policy: null,
    connectors: [
      {
        instance: 'host',
        connector: 'host',
        health: 'up',
        reason: null,
        code: null,
        since: '',
        checked_at: null,
        served: 1,
        denied: 0,
        unanswerable: 0,
        notes: [],
      },
    ],
    ...more,
  }
}

test('a fleet is whole only when every agent was read, the control plane sees, and reports are in', () => {
  const first = reduceRows(reduceRows(NO_FLEET, 'summary', SUMMARY), 'rows', [row('a')])
  assert.equal(toMissing(NO_FLEET), 'Nothing was read yet.')
  assert.equal(toMissing(first), '1 of 2 agents were read so far.')
  const whole = reduceRows(first, 'rows', [row('b')])
  assert.equal(toMissing(whole), null)
  assert.match(toMissing(reduceRows(whole, 'summary', { ...SUMMARY, blind: true })) ?? '', /blind/)
  assert.match(
    toMissing(reduceRows(whole, 'summary', { ...SUMMARY, knowledge: 'collecting' })) ?? '',
    /collected/,
  )
  const seen = reduceRows(whole, 'seen', [['id-a', 7]])
  assert.deepEqual(
    [...seen.rows.values()].map((one) => one.last_seen),
    [7, 1],
  )
  assert.deepEqual([...reduceRows(seen, 'gone', ['id-a']).rows.keys()], ['id-b'])
  assert.equal(reduceRows(seen, 'what is this', {}), seen)
})

test('nothing is called good by a page that hears nothing, or by a word that it does not know', () => {
  assert.equal(toVerdict(SUMMARY, true).tone, 'good')
  assert.deepEqual(toVerdict(SUMMARY, false).tone, 'bad')
  const odd = { ...SUMMARY, fleet_verdict: 'splendid' as FleetSummary['fleet_verdict'] }
  assert.equal(toVerdict(odd, true).tone, 'bad')
})

test('what an agent that is away last said of its connectors counts as unknown, never as up', () => {
  const rows = [row('a'), row('b', { status: 'offline' }), row('c', { status: 'disputed' })]
  const { shown } = toInstances(rows)
  assert.deepEqual(
    shown.map(({ agent, health }) => [agent, health]),
    [
      ['b', 'unknown'],
      ['c', 'unknown'],
      ['a', 'up'],
    ],
  )
  assert.deepEqual(toMatrix(shown), [
    {
      connector: 'host',
      counts: { unknown: 2, down: 0, degraded: 0, not_configured: 0, unchecked: 0, up: 1 },
    },
  ])
})

test('tools that are not offered stand under the reason for it', () => {
  const tool = {
    tool: 't',
    title: '',
    description: '',
    when: [],
    family: 'k8s',
    tier: 'read',
    announced: false,
    admission: 'runs',
    operations: [],
    connect: ['kubernetes'],
  } as const
  const groups = groupHidden([
    { ...tool, standing: 'missing', why: [{ state: 'not_configured', detail: null, places: 1 }] },
    { ...tool, standing: 'denied', why: [{ state: 'denied_by_policy', detail: 'no-pods', places: 3 }] },
    { ...tool, standing: 'missing', why: [{ state: 'agent_offline', detail: null, places: 2 }] },
    { ...tool, standing: 'missing', why: [], admission: 'outside' },
    { ...tool, standing: 'served', why: [], announced: true },
  ])
  assert.deepEqual(groups.map(({ why }) => why).toSorted(), [
    'agent_offline',
    'denied by policy (no-pods)',
    'no connector that would serve them is configured',
    'outside the families and tiers of this token',
  ])
})

test('bytes stand by instance and day, also on days without any', () => {
  const { days, lines } = toVolumes({
    since: '2030-01-09',
    sent: [
      { agent: 'a', instance: 'host', day: '2030-01-10', calls: 1, bytes: 5 },
      { agent: 'a', instance: 'host', day: '2030-01-15', calls: 2, bytes: 7 },
      { agent: 'b', instance: 'host', day: '2030-01-15', calls: 9, bytes: 100 },
    ],
  })
  assert.deepEqual([days.length, days[0], days.at(-1)], [7, '2030-01-09', '2030-01-15'])
  assert.deepEqual(
    lines.map(({ agent, total }) => [agent, total]),
    [
      ['b', 100],
      ['a', 12],
    ],
  )
})
