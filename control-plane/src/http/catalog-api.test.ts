import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentView, connectorState, createFakeFleet, principal } from '../../testing/fakes.ts'
import { createFakeTokens, startHttp } from '../../testing/http.ts'
import type { CatalogDetail, CatalogPage } from './api-types.ts'

const WEB = agentView('web', [
  connectorState('host', ['host.disks.list'], { denied: [{ id: 'host.processes.list', rule: 'no-procs' }] }),
  connectorState('prometheus', ['metrics.query'], { health: 'down', code: 'timed_out' }),
])

async function read<T>(url: string, path: string, token = 'vdt_admin'): Promise<T> {
  const reply = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  assert.equal(reply.status, 200)
  return (await reply.json()) as T // asserted by value below
}

const find = ({ tools }: CatalogPage, name: string) => tools.find(({ tool }) => tool === name)

test('the catalogue names every tool with what stands in its way', async (t) => {
  const { url } = await startHttp(t, { fleet: createFakeFleet([WEB]) })
  const page = await read<CatalogPage>(url, '/api/v1/catalog/tools')
  assert.equal(page.settled, true)
  const told = (name: string) => {
    const item = find(page, name)
    return [item?.standing, item?.announced, item?.why]
  }
  assert.deepEqual(told('host_disks_list'), ['served', true, []])
  assert.deepEqual(told('host_processes_list'), [
    'denied',
    false,
    [{ state: 'denied_by_policy', detail: 'no-procs', places: 1 }],
  ])
  assert.deepEqual(told('metrics_query'), [
    'missing',
    false,
    [{ state: 'connector_down', detail: 'timed_out', places: 1 }],
  ])
  assert.deepEqual(told('k8s_pods_list'), [
    'missing',
    false,
    [{ state: 'not_configured', detail: 'not_requested', places: 1 }],
  ])
  assert.deepEqual(told('list_catalog'), ['own', true, []])
  assert.deepEqual(find(page, 'k8s_pods_list')?.connect, ['kubernetes'])
  assert.equal(find(page, 'host_disks_list')?.family, 'host')
})

test('what is kept from a token is marked as such, and an unheard agent leaves everything possible', async (t) => {
  const store = createFakeTokens({
    vdt_narrow: principal({ id: 'tok_3', families: ['k8s'] }),
    vdt_reader: principal({ id: 'tok_4', mode: 'read_only' }),
  })
  const silent = agentView('mute', [], { status: 'offline', incarnation: null })
  const fleet = createFakeFleet([WEB])
  const { url } = await startHttp(t, { store, fleet })
  const narrow = await read<CatalogPage>(url, '/api/v1/catalog/tools', 'vdt_narrow')
  assert.deepEqual(
    [find(narrow, 'host_disks_list')?.admission, find(narrow, 'host_disks_list')?.announced],
    ['outside', false],
  )
  fleet.set([silent])
  const page = await read<CatalogPage>(url, '/api/v1/catalog/tools', 'vdt_reader')
  assert.equal(page.settled, false)
  assert.deepEqual(
    [find(page, 'k8s_pods_list')?.standing, find(page, 'k8s_pods_list')?.announced],
    ['possible', true],
  )
})

test('one tool is told with its schema and every place that has it', async (t) => {
  const away = agentView('away', [connectorState('host', ['host.disks.list'])], { status: 'offline' })
  const { url } = await startHttp(t, { fleet: createFakeFleet([WEB, away]) })
  const detail = await read<CatalogDetail>(url, '/api/v1/catalog/tools/host_disks_list')
  assert.deepEqual(
    detail.places.map(({ agent, instance, state }) => [agent, instance, state]),
    [
      ['web', 'host', 'read'],
      ['away', 'host', 'agent_offline'],
    ],
  )
  assert.equal(detail.input_schema['type'], 'object')
  const headers = { authorization: 'Bearer vdt_admin' }
  assert.equal((await fetch(`${url}/api/v1/catalog/tools/none`, { headers })).status, 404)
})
