import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byteLength, gradeOf, isSealed, sealEnvelope, sealNoInfrastructure } from './index.ts'
import type { Source } from './source.ts'
import { STATE_WORDS, type State } from './states.ts'
import { expectedOf, sourceOf } from './testing/laws.ts'

const now = Date.parse('2026-03-01T12:04:00Z')
const facts = {
  now,
  asked: { cluster: 'all' },
  defaulted: ['limit'],
  window: { tz: 'UTC' },
  cost: { calls: 2 },
}

function sources(...states: readonly State[]): readonly Source[] {
  return states.map((state, place) => sourceOf({ state, role: 'grading' }, place))
}

test('the keys of an answer stand in the pinned order', () => {
  const planned = sources('read', 'agent_offline', 'denied_by_policy')
  const verdict = gradeOf({ scale: ['ok', 'bad'], outcomes: [{ sources: planned }], findings: [] })
  const sealed = sealEnvelope({ ...facts, sources: planned, body: { pods: [], by_scope: 1 }, verdict })
  assert.deepEqual(Object.keys(sealed), [
    'visibility',
    'line',
    'verdict',
    'pods',
    'by_scope',
    'coverage',
    'policy',
    'asked',
    'defaulted',
    'window',
    'cost',
    '_sources',
  ])
  assert.ok(Object.isFrozen(sealed))
  assert.ok(isSealed(sealed) && !isSealed({ ...sealed }))
})

test('every pair of states is sealed with the visibility and the error that the pinned table gives', () => {
  for (const one of STATE_WORDS)
    for (const two of STATE_WORDS) {
      const planned = sources(one, two)
      const sealed = sealEnvelope({ ...facts, sources: planned, body: { prose: 'all fine', pods: [] } })
      const { visibility, error } = expectedOf(planned)
      assert.equal(sealed.visibility, visibility)
      assert.equal(sealed.error ?? '', String(error).split(' ')[0])
      assert.equal('prose' in sealed || 'pods' in sealed, visibility !== 'none')
      assert.equal('coverage' in sealed, visibility !== 'full')
    }
})

test('an answer without visibility keeps only what was asked, why nothing came, and what helps', () => {
  const next = [{ tool: 'check_fleet_health', args: {}, why: 'shows which agents are gone' }]
  const sealed = sealEnvelope({
    ...facts,
    sources: sources('agent_offline', 'denied_by_policy'),
    body: { summary: 'no problems found' },
    scope: { cluster: 'prod-1' },
    next,
  })
  assert.equal(sealed.error, 'cannot_ask')
  assert.deepEqual(sealed.missing, ['k8s.pods0.list', 'k8s.pods1.list'])
  assert.equal(
    sealed.warning,
    'Nothing was read: k8s.pods0.list (agent_offline), k8s.pods1.list (denied_by_policy). This says nothing about what is there.',
  )
  assert.deepEqual(sealed.scope, { cluster: 'prod-1' })
  assert.deepEqual(sealed.next, [
    ...next,
    { fix: 'wait', operation: 'k8s.pods0.list', state: 'agent_offline' },
    { fix: 'policy', operation: 'k8s.pods1.list', state: 'denied_by_policy' },
  ])
  assert.equal(JSON.stringify(sealed).includes('no problems'), false)
})

test('capped sources share the one call that reads them', () => {
  const sealed = sealEnvelope({ ...facts, sources: sources('capped', 'capped'), body: null })
  assert.equal(sealed.error, 'not_asked')
  assert.deepEqual(sealed.next, [
    { tool: 'cloud_instances_list', args: { account: ['13'] } },
    { fix: 'narrow', operation: 'k8s.pods0.list', state: 'capped' },
    { fix: 'narrow', operation: 'k8s.pods1.list', state: 'capped' },
  ])
})

test('a body can neither forge an envelope key nor stand before one', () => {
  const body = { visibility: 'full', _sources: [], '0': 'first', error: null, body_error: 1, ok: 2 }
  const sealed = sealEnvelope({ ...facts, sources: sources('read', 'timed_out'), body })
  assert.equal(Object.keys(sealed)[0], 'visibility')
  assert.equal(sealed.visibility, 'partial')
  assert.deepEqual(
    [
      sealed.body_visibility,
      sealed.body__sources,
      sealed.body_0,
      sealed.body_body_error,
      sealed.body_error,
      sealed.ok,
    ],
    ['full', [], 'first', null, 1, 2],
  )
  const hostile: Record<string, unknown> = JSON.parse('{"__proto__":{"admin":true}}')
  const safe = sealEnvelope({ ...facts, sources: sources('read'), body: hostile })
  assert.deepEqual([Object.getPrototypeOf(safe), safe.admin], [Object.prototype, undefined])
})

test('what a body claims and its sources do not bear is withdrawn', () => {
  const claims = { absent: true, all_clear: true }
  const borne = sealEnvelope({ ...facts, sources: sources('empty', 'not_needed'), body: claims })
  assert.deepEqual([borne.absent, borne.all_clear], [true, true])
  for (const state of STATE_WORDS.filter((word) => !['read', 'empty', 'not_needed'].includes(word))) {
    const sealed = sealEnvelope({ ...facts, sources: sources('empty', state), body: claims })
    assert.deepEqual([sealed.absent, sealed.all_clear], ['inconclusive', false], state)
  }
})

test('a grade made over fewer sources is withheld by the ones it did not look at', () => {
  const verdict = gradeOf({ scale: ['ok', 'bad'], outcomes: [{ sources: sources('read') }], findings: [] })
  const sealed = sealEnvelope({ ...facts, sources: sources('read', 'forbidden'), body: {}, verdict })
  assert.deepEqual(JSON.parse(JSON.stringify(sealed.verdict)), {
    code: null,
    covers: ['k8s.pods0.list'],
    not_covered: [],
    withheld_because: [
      { operation: 'k8s.pods1.list', state: 'forbidden', scopes: ['prod-1'], n: 1, fix: 'grant' },
    ],
  })
})

test('sources that lack what their word must carry, or claim a cover nobody gives, are lowered', () => {
  const [read, blind] = sources('read', 'forbidden')
  assert.ok(read !== undefined && blind !== undefined)
  const { as_of: _, ...undated } = read
  assert.equal(sealEnvelope({ ...facts, sources: [undated], body: { pods: [] } }).error, 'no_visibility')
  const forged: Source = { ...blind, covered: true, covered_by: 'kubernetes' }
  assert.equal(sealEnvelope({ ...facts, sources: [read, forged], body: {} }).visibility, 'partial')
})

test('the accounts of an answer are at most a fifth of it and 4 KB', () => {
  const planned = Array.from({ length: 400 }, (_, i) =>
    sourceOf({ state: STATE_WORDS[i % 20] ?? 'read', role: 'input' }, i),
  )
  for (const size of [0, 4_000, 20_000, 45_000]) {
    const sealed = sealEnvelope({ ...facts, sources: planned, body: { text: 'x'.repeat(size) } })
    const share = byteLength(sealed._sources)
    assert.ok(share <= 4096 && share <= byteLength(sealed) / 5 + 1, `${share} of ${byteLength(sealed)}`)
  }
})

test('the caller may refuse in words of its own', () => {
  const error = { code: 'scope_required', message: 'Choose an account.', choices: ['a', 'b'] }
  const sealed = sealEnvelope({ ...facts, sources: [], body: null, error })
  assert.deepEqual([sealed.visibility, sealed.error], ['none', error])
})

test('a tool without infrastructure has one source of its own and shows its age', () => {
  const source = {
    operation: 'fleet.health.get',
    connector: 'control_plane',
    state: 'read',
    items: 3,
  } as const
  const sealed = sealNoInfrastructure({
    ...facts,
    body: { ok: 1 },
    source: { ...source, as_of: '2026-03-01T12:00:00Z' },
  })
  assert.equal(sealed.visibility, 'full')
  const stale = {
    ...source,
    connector: 'knowledge',
    state: 'stale',
    newest_at: '2026-02-01T00:00:00Z',
    lag_ms: 1,
  } as const
  assert.equal(sealNoInfrastructure({ ...facts, body: {}, source: stale }).visibility, 'partial')
})
