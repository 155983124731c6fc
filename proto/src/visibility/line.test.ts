import assert from 'node:assert/strict'
import { test } from 'node:test'
import { durationOf, lineOf } from './index.ts'
import type { Source } from './source.ts'
import { STATE_WORDS, type State } from './states.ts'
import { CARRIED } from './testing/laws.ts'

const now = Date.parse('2026-03-01T12:04:00Z')

function pods(state: State, cluster: string, change: Partial<Source> = {}): Source {
  const base = {
    operation: 'k8s.pods.list',
    connector: 'kubernetes',
    role: 'input',
    scope: { cluster },
  } as const
  return { ...base, state, ...CARRIED[state], ...change }
}

test('the line names what hides in the gap', () => {
  const cases: readonly (readonly [readonly Source[], string | null])[] = [
    [[pods('read', 'a')], null],
    [[], 'Nothing was asked, so nothing is known.'],
    [
      [pods('read', 'a'), pods('agent_offline', 'prod-eu-3')],
      'prod-eu-3 offline for 4 min: its pods are unknown.',
    ],
    [
      [
        pods('agent_offline', 'a'),
        pods('agent_offline', 'b'),
        pods('agent_offline', 'b', { operation: 'k8s.nodes.list' }),
      ],
      'a offline for 4 min: its pods are unknown; b offline for 4 min: its nodes and pods are unknown.',
    ],
    [
      ['a', 'b', 'c', 'd', 'e'].map((name) => pods('timed_out', name)),
      'a, b, c and 2 more silent for 15 s: their pods are unknown.',
    ],
    [[pods('upstream_failed', 'a')], 'a failing (503): its pods are unknown.'],
    [
      [pods('upstream_failed', 'a', { operation: 'alerts.active.list' })],
      'a failing (503): its active alerts are unknown.',
    ],
    [
      [pods('upstream_failed', 'a', { operation: 'k8s.pods.logs' })],
      'a failing (503): its pod logs are unknown.',
    ],
    [[pods('connector_down', 'a')], 'a down (unauthorized) for 4 min: its pods are unknown.'],
    [
      [pods('connector_down', 'a', { server: 'metrics-server', code: 'timed_out' })],
      'a without its metrics-server (timed_out) for 4 min: its pods are unknown.',
    ],
    [
      [pods('connector_down', 'a', { scope: {}, agent: 'web-1' })],
      'kubernetes on web-1 down (unauthorized) for 4 min: its pods are unknown.',
    ],
    [
      [pods('agent_offline', 'a', { scope: {}, agent: 'web-1' })],
      'web-1 offline for 4 min: its pods are unknown.',
    ],
    [[pods('truncated', 'a')], 'a cut at 2: there may be more of its pods.'],
    [[pods('truncated', 'a', { at_least: 0 })], 'a cut: there may be more of its pods.'],
    [
      [pods('unproven', 'a', { items: 0 })],
      'a showed none of its pods, which does not prove that there are none.',
    ],
    [[pods('unproven', 'a', { items: 3 })], 'a did not prove that what it showed of its pods is all.'],
    [
      [pods('not_served', 'a', { why: 'no_service_manager' })],
      'a without what this needs: its pods are unknown.',
    ],
    [[pods('stale', 'a')], 'a behind by 10 min: its pods since then are unknown.'],
    [[pods('unusable', 'a', { why: 'buy now' })], 'a giving an unusable answer: its pods are unknown.'],
  ]
  for (const [sources, line] of cases) assert.equal(lineOf(sources, { now }), line)
})

test('what is not configured is named after every gap that could be closed', () => {
  const absent = ['aws', 'datadog', 'gcp'].map((name) => pods('not_configured', name))
  assert.equal(
    lineOf([...absent, pods('agent_offline', 'prod-eu-3')], { now }),
    'prod-eu-3 offline for 4 min: its pods are unknown; aws, datadog and gcp not configured: their pods are not covered.',
  )
})

test('blind gaps come first, gaps of enriching sources last, and the rest is counted', () => {
  const line = lineOf(
    [
      pods('timed_out', 'e', { role: 'enriching' }),
      pods('capped', 'd'),
      pods('out_of_reach', 'c'),
      pods('forbidden', 'b'),
      pods('throttled', 'a'),
    ],
    { now },
  )
  assert.match(line ?? '', /^(?:a throttled for 30 s|b refusing our permission)/)
  assert.match(line ?? '', /c out of every agent's reach: its pods are unknown; and 2 more gaps\.$/)
})

test('every word with an effect has a line, no word leaves a placeholder, and hostile names stay harmless', () => {
  for (const state of STATE_WORDS) {
    const line = lineOf([pods(state, 'x"\n\u202e<b>{nouns}')], { now })
    const isGap = !['read', 'empty'].includes(state)
    assert.equal(line !== null, isGap, state)
    assert.doesNotMatch(line ?? '', /[\n"<>{}\u202e]/)
  }
})

test('a line has at most 400 characters, and names come from the caller where it knows better', () => {
  const many = Array.from({ length: 200 }, (_, i) => pods('timed_out', `${'long-name-'.repeat(9)}${i}`))
  assert.ok((lineOf(many, { now })?.length ?? 0) <= 400)
  assert.equal(
    lineOf([pods('forbidden', 'uid-1')], { now, nameOf: () => 'prod-eu-1' }),
    'prod-eu-1 refusing our permission: its pods are unknown.',
  )
})

test('durations read like a person says them', () => {
  assert.deepEqual([-5, 0, 40_000, 240_000, 7_200_000, 259_200_000].map(durationOf), [
    '0 s',
    '0 s',
    '40 s',
    '4 min',
    '2 h',
    '3 days',
  ])
})
