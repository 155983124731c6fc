import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { readRoutes, startChain, wordsOf } from './chain.ts'
import { judge } from './lab/judge.ts'
import { createRandom } from './lab/random.ts'
import { isJson, type Json, toRows } from './lab/reading.ts'
import type { Item } from './lab/rows.ts'
import { perform } from './lab/stage.ts'
import { createWire } from './lab/wire.ts'
import type { AgentSpec, InstanceSpec } from './lab/world.ts'

const NAMESPACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']

function item(id: string, ns: string): Item {
  return { id, bad: false, word: 'Pending', ns, text: 'fine' }
}

function cluster(): InstanceSpec {
  return {
    ...{ agent: 'site', name: 'kubernetes', kind: 'kubernetes', vendor: 'kubernetes-0' },
    ...{
      scope: { cluster: 'cluster-0' },
      namespaces: NAMESPACES,
      fault: 'http_403_some_namespaces' as const,
    },
    items: { 'k8s.pods.list': NAMESPACES.map((ns) => item(`pod-${ns}`, ns)) },
  }
}

function account(at: number): InstanceSpec {
  return {
    ...{ agent: 'site', name: `aws-${at}`, kind: 'aws', vendor: `aws-${at}`, namespaces: [] },
    ...{ scope: { account: `account-${at}` }, fault: at % 4 === 1 ? ('http_403' as const) : null },
    items: { 'cloud.security_groups.list': [item(`group-${at}`, '')] },
  }
}

test('of 9 namespaces the 2 refused and of 12 accounts the 3 refused are each named as forbidden, and the rest is read', async (t) => {
  const wire = await createWire()
  t.after(() => wire.close())
  const instances = [cluster(), ...Array.from({ length: 12 }, (_, at) => account(at))]
  const agent: AgentSpec = { id: 'ag_1', name: 'site', instances, fault: null, rules: [] }
  const world = { agents: [agent], canaries: [], own: null }
  const ask = async (tool: string, args: Json) => {
    const question = { tool, args, mode: 'cautious' } as const
    const performance = await perform(world, question, { wire, random: createRandom(1) })
    assert.deepEqual(judge(world, question, performance).wrong, [])
    assert.ok(performance.result.kind === 'answer')
    const answer = JSON.parse(performance.result.text) as Json
    assert.equal(answer['visibility'], 'partial')
    const { missing } = answer['coverage'] as Readonly<{ missing: readonly Json[] }> // a partial answer has one
    const refused = missing.filter((row) => row['state'] === 'forbidden').map((row) => row['scope'])
    return { answer, refused: refused.sort() }
  }
  const pods = await ask('k8s_pods_list', {})
  assert.deepEqual(pods.refused, ['cluster-0/a', 'cluster-0/b'])
  assert.equal(toRows(pods.answer['pods']).length, 7)
  const groups = await ask('cloud_security_groups_list', { account: 'all' })
  assert.deepEqual(groups.refused, ['account-1', 'account-5', 'account-9'])
  const { results } = groups.answer
  assert.equal(Array.isArray(results) ? results.filter(isJson).length : 0, 9)
})

const NOW = '2026-11-30T15:06:42.296Z'
const JSON_TYPE = { 'content-type': 'application/json' }
const LOGIN = '<!doctype html><html><body>Sign in</body></html>'

const LIES: Readonly<Record<string, Omit<Route, 'path'>>> = {
  'a login page with status 200': { text: LOGIN, headers: { 'content-type': 'text/html' } },
  'a login page that says it is JSON': { text: LOGIN, headers: JSON_TYPE },
  'an error object with status 200': { json: { error: { code: 16, message: 'unauthenticated' } } },
  'JSON that ends early': { text: '{"status":"success","data":{"result":[{"met', headers: JSON_TYPE },
  'a text of another type': { text: 'all is well', headers: { 'content-type': 'text/plain' } },
  'nothing at all': { text: '', headers: JSON_TYPE },
}

const ASKED: readonly (readonly [tool: string, args: Json, list: string, paths: readonly string[]])[] = [
  ['alerts_active_list', {}, 'alerts', ['/api/v1/rules', '/api/v2/alerts']],
  ['metrics_targets_list', {}, 'targets', ['/api/v1/targets']],
  [
    'metrics_query',
    { expr: 'up' },
    'samples',
    ['/api/v1/query', '/api/v1/label/__name__/values', '/api/v1/series'],
  ],
]

test('whatever a vendor says in place of its answer is unusable or truncated, and never read as empty', async (t) => {
  const server = await createReplayServer(readRoutes('prometheus', 'probe'))
  t.after(() => server.stop())
  const config = { url: server.url, alertmanager: { url: server.url } }
  const chain = await startChain(t, { now: NOW, connectors: [{ connector: 'prometheus', config }] })
  for (const [name, lie] of Object.entries(LIES))
    for (const [tool, args, list, paths] of ASKED) {
      server.load(paths.map((path): Route => ({ ...lie, path })))
      const answer = await chain.ask(tool, args)
      assert.deepEqual([answer['visibility'], wordsOf(answer)], ['none', ['unusable']], `${tool}: ${name}`)
      assert.equal(list in answer, false, `${tool}: ${name}`)
    }
  server.load(readRoutes('prometheus', 'query-thanos-partial'))
  const partial = await chain.ask('metrics_query', { expr: 'up' })
  assert.deepEqual([partial['visibility'], wordsOf(partial)], ['partial', ['truncated']])
})
