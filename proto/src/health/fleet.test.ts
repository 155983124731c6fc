import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentLiveness, type FleetFacts, fleetVerdict, HEALTH_WORDS, type HealthWord } from './index.ts'

const now = 1_000_000
const tick_ms = 10_000

function facts(change: Partial<FleetFacts> = {}): FleetFacts {
  return { now, tick_ms, link_up: true, collecting: false, agents: [here()], connectors: ['up'], ...change }
}

function here(): AgentLiveness {
  return { connected: true, last_heard: now - 3000 }
}

function gone(ago: number, left = false): AgentLiveness {
  return { connected: false, last_heard: now - ago, left }
}

test('a fleet is up only with every known agent connected and every configured connector up', () => {
  const sets: readonly (readonly HealthWord[])[] = [
    [],
    ...HEALTH_WORDS.map((a) => [a]),
    ...HEALTH_WORDS.flatMap((a) => HEALTH_WORDS.map((b) => [a, b])),
  ]
  for (const connectors of sets) {
    const kept = connectors.filter((word) => word !== 'not_configured')
    const isUp = kept.length > 0 && kept.every((word) => word === 'up')
    const { verdict } = fleetVerdict(facts({ connectors }))
    assert.equal(verdict === 'up', isUp, connectors.join())
    assert.equal(
      verdict === 'down',
      kept.length > 0 && kept.every((word) => word === 'down'),
      connectors.join(),
    )
    const broken = [gone(600_000)],
      quarrel = [{ ...here(), disputed: true }],
      skewed = [{ ...here(), skewed: true }]
    for (const agents of [broken, quarrel, skewed])
      assert.notEqual(fleetVerdict(facts({ connectors, agents: [here(), ...agents] })).verdict, 'up')
  }
})

test('a fleet without agents says so in the verdict and in a field of its own', () => {
  for (const agents of [[], [gone(60_000)], [gone(60_000, true), gone(60_000, true)]]) {
    const health = fleetVerdict(facts({ agents, connectors: [] }))
    assert.deepEqual(health, { verdict: 'no_agent_connected', no_agent_connected: true, because: null })
  }
  assert.equal(fleetVerdict(facts()).no_agent_connected, false)
})

test('the field stays true when a graver verdict hides the word', () => {
  const health = fleetVerdict(facts({ agents: [], link_up: false }))
  assert.deepEqual(health, { verdict: 'control_plane_blind', no_agent_connected: true, because: 'link_lost' })
})

test('two agents that vanish within one heartbeat make the control plane blind', () => {
  const blind = {
    verdict: 'control_plane_blind',
    no_agent_connected: false,
    because: 'agents_vanished_together',
  }
  const cases: readonly (readonly [string, readonly AgentLiveness[], boolean])[] = [
    ['one alone', [gone(40_000)], false],
    ['two together', [gone(40_000), gone(31_000)], true],
    ['two exactly one tick apart', [gone(40_000), gone(30_000)], true],
    ['two further apart', [gone(45_000), gone(34_000)], false],
    ['two of three', [gone(90_000), gone(40_000), gone(39_000)], true],
    ['both said that they leave', [gone(40_000, true), gone(40_000, true)], false],
    ['one said so', [gone(40_000, true), gone(40_000)], false],
    ['long ago', [gone(601_000), gone(601_000)], false],
  ]
  for (const [name, agents, isBlind] of cases) {
    const health = fleetVerdict(facts({ agents: [here(), ...agents] }))
    if (isBlind) assert.deepEqual(health, blind, name)
    else assert.notEqual(health.verdict, 'control_plane_blind', name)
  }
})

test('while reports are collected nothing is called healthy or missing', () => {
  assert.equal(fleetVerdict(facts({ collecting: true })).verdict, 'collecting')
  assert.equal(fleetVerdict(facts({ collecting: true, agents: [] })).verdict, 'collecting')
})

test('an agent that left on purpose is no fault, one that is offline is', () => {
  assert.equal(fleetVerdict(facts({ agents: [here(), gone(60_000, true)] })).verdict, 'up')
  assert.equal(fleetVerdict(facts({ agents: [here(), gone(60_000)] })).verdict, 'degraded')
})

test('connectors that nobody could check, or none at all, are unchecked', () => {
  assert.equal(fleetVerdict(facts({ connectors: ['up', 'unchecked'] })).verdict, 'unchecked')
  assert.equal(fleetVerdict(facts({ connectors: ['not_configured'] })).verdict, 'unchecked')
})
