import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RecordedRead, type RecordedWorld, withState } from '../../../testing/world.ts'
import { askComposite } from '../testing/ask.ts'
import { ago, deploy, inCluster, NOW, onHub, signals, steppedSeries } from '../testing/parts.ts'
import { deployCorrelation } from './index.ts'

const QUIET = steppedSeries({ before: 0.01, during: 0.01, onset: 0 })
const ERRORS = steppedSeries({ before: 0.01, during: 0.4, onset: 30 })
const TRAFFIC = steppedSeries({ before: 50, during: 50, onset: 0 })

function signalsRead(
  errors = ERRORS,
  traffic = TRAFFIC,
  when?: Readonly<Record<string, unknown>>,
): RecordedRead {
  return onHub('prometheus', {
    operation: 'services.signals.get',
    value: signals('checkout', { errors, traffic }),
    ...(when === undefined ? {} : { when }),
  })
}

function deploysRead(...deploys: readonly unknown[]): RecordedRead {
  return onHub('argocd', {
    operation: 'deploys.list',
    items: deploys.length,
    value: { deploys, total: deploys.length },
  })
}

const flags = onHub('datadog', { operation: 'feature_flags.list', items: 0, value: { flags: [], total: 0 } })
const audit: RecordedRead = {
  operation: 'cloud.audit_events.search',
  connector: 'aws',
  agent: 'agent-hub',
  scope: { account: '111122223333' },
  items: 0,
  value: { events: [], trails: ['t'], total: 0 },
}
const rollouts = inCluster('eu-1', {
  operation: 'k8s.rollouts.history',
  value: { revisions: [], kept: 10 },
})
const helm = inCluster('eu-1', {
  operation: 'helm.releases.history',
  connector: 'helm',
  value: { namespace: 'shop', release: 'checkout', revisions: [], total: 0 },
})
const gitops = inCluster('eu-1', {
  operation: 'gitops.apps.history',
  connector: 'argocd',
  value: { app: 'checkout', syncs: [], total: 0 },
})
const EVERY = [flags, audit, rollouts, helm, gitops]

function world(...reads: readonly RecordedRead[]): RecordedWorld {
  return { now: NOW, reads }
}

const ARGS = { service: 'checkout', namespace: 'shop', release: 'checkout', app: 'checkout' }

async function ask(recorded: RecordedWorld, args: Readonly<Record<string, unknown>> = ARGS) {
  const { answer } = await askComposite(deployCorrelation, { world: recorded, args })
  return { answer, changes: (answer['changes'] ?? []) as readonly Readonly<Record<string, unknown>>[] }
}

function codesOf(change: Readonly<Record<string, unknown>> | undefined, side: 'for' | 'against') {
  return ((change?.[side] ?? []) as readonly { code: string }[]).map((one) => one.code)
}

test('the deploy that precedes the errors of the same service is likely, with lag, parts and reasons', async () => {
  const other = deploy('search', 28)
  const { answer, changes } = await ask(
    world(signalsRead(), deploysRead(deploy('checkout', 33), other), ...EVERY),
  )
  assert.equal(answer.verdict?.code, 'likely_change')
  assert.equal(changes[0]?.['what'], 'rollout of checkout succeeded')
  assert.equal(changes[0]?.['call'], 'likely')
  assert.equal(changes[0]?.['lag_s'], 150)
  assert.deepEqual(codesOf(changes[0], 'for'), ['precedes_shortly', 'same_workload'])
  assert.notEqual(changes[1]?.['call'], 'likely')
  assert.equal((answer['symptom'] as { at: string }).at, '2030-01-15T11:29:30Z')
  assert.equal((answer['symptom'] as { plus_minus_s: number }).plus_minus_s, 30)
  assert.deepEqual(answer['controls'], {
    same_change_elsewhere: [],
    symptom_without_change: null,
    trend_before: false,
    traffic_change_pct: (answer['controls'] as { traffic_change_pct: number }).traffic_change_pct,
  })
})

test('no change is found only where every declared source of changes was read', async () => {
  const none = world(signalsRead(), deploysRead(), ...EVERY)
  assert.equal((await ask(none)).answer.verdict?.code, 'no_change_found')
  for (const { operation } of [deploysRead(), ...EVERY])
    for (const state of [
      'truncated',
      'forbidden',
      'denied_by_policy',
      'not_configured',
      'unproven',
      'stale',
    ] as const) {
      const { answer } = await ask(withState(none, operation, { state }))
      assert.equal(answer.verdict?.code, 'inconclusive', `${operation} ${state}`)
    }
  const unnamed = await ask(none, { service: 'checkout' })
  assert.equal(unnamed.answer.verdict?.code, 'inconclusive')
})

test('a symptom that precedes every change is said to be first, unless an existing source was not read', async () => {
  const late = world(signalsRead(), deploysRead(deploy('checkout', 10)), flags, audit)
  assert.equal(
    (await ask(late, { service: 'checkout', namespace: 'shop' })).answer.verdict?.code,
    'symptom_first',
  )
  const blind = withState(late, 'cloud.audit_events.search', { state: 'timed_out' })
  assert.equal((await ask(blind)).answer.verdict?.code, 'inconclusive')
})

test('signals that were not seen whole withhold the verdict and leave the changes', async () => {
  const recorded = world(signalsRead(), deploysRead(deploy('checkout', 33)), ...EVERY)
  for (const state of ['truncated', 'stale', 'denied_by_policy', 'timed_out', 'unusable'] as const) {
    const { answer, changes } = await ask(withState(recorded, 'services.signals.get', { state }))
    assert.equal(answer.verdict?.code, null, state)
    assert.equal(changes[0]?.['what'], 'rollout of checkout succeeded', state)
  }
})

test('without an onset nothing is ranked and nothing is concluded; a named moment stands for one', async () => {
  const quiet = world(signalsRead(QUIET), deploysRead(deploy('checkout', 33)), ...EVERY)
  const { answer } = await ask(quiet)
  assert.deepEqual([answer.verdict?.code, answer['symptom']], ['inconclusive', null])
  const named = await ask(quiet, { ...ARGS, at: ago(30) })
  assert.equal(named.changes[0]?.['lag_s'], 180)
})

test('the same version elsewhere without the symptom speaks against it', async () => {
  const byCluster = onHub('prometheus', {
    operation: 'services.signals.get',
    when: { group_by: ['cluster'] },
    value: {
      ...signals('checkout', { errors: ERRORS }),
      signals: [
        {
          ...(signals('checkout', { errors: ERRORS })['signals'] as object[])[0],
          series: [
            { labels: { cluster: 'eu-1' }, points: ERRORS },
            { labels: { cluster: 'us-1' }, points: QUIET },
          ],
        },
      ],
    },
  })
  const twins = deploysRead(
    deploy('checkout', 33, { cluster: 'eu-1' }),
    deploy('checkout', 50, { cluster: 'us-1' }),
  )
  const recorded = world(signalsRead(ERRORS, TRAFFIC, { group_by: [] }), byCluster, twins, ...EVERY)
  const { answer, changes } = await ask(recorded)
  assert.deepEqual((answer['controls'] as Record<string, unknown>)['same_change_elsewhere'], [
    { cluster: 'us-1', at: ago(50), symptom: false },
  ])
  assert.ok(codesOf(changes[0], 'against').includes('same_change_elsewhere_without_symptom'))
  assert.notEqual(changes[0]?.['call'], 'likely')
})

test('commits between the versions of the first suspect are shown', async () => {
  const commit = {
    sha: 'a1',
    message: 'Halve the pool',
    author: null,
    authored_at: null,
    committed_at: null,
    url: null,
  }
  const compare = onHub('github', {
    operation: 'scm.compare',
    value: {
      ...{ repo: 'acme/checkout', base: '2.3.9', head: '2.4.0', status: 'ahead', ahead_by: 1, behind_by: 0 },
      ...{ merge_base: null, commits: [commit], files: [], commits_total: 1, files_total: 0, url: null },
    },
  })
  const one = deploysRead(deploy('checkout', 33, { repository: 'acme/checkout' }))
  const { changes } = await ask(world(signalsRead(), one, compare, ...EVERY))
  const summary = (changes[0]?.['diff_summary'] ?? {}) as Readonly<Record<string, unknown>>
  assert.deepEqual(summary['first'], ['Halve the pool'])
})
