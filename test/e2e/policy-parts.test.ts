import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, eventually } from '@vedette/test/kit'
import { createFakeApi, list, pod } from '../../connectors/kubernetes/testing/fake-api.ts'
import { type Answer, send, startAgent, startStand, untilAgent } from './stand.ts'

const PODS = [pod('payments', 'card-vault'), pod('web', 'shop'), pod('payments', 'ledger')]

// The words of the sources that were not read, with the namespace where one is named.
function unread(answer: Answer): unknown[] {
  return answer._sources.unread.map((one: { state: string }) => one.state)
}

test('a rule for one namespace takes it out of a wider question as a part with its rule, and the rest is answered', async (t) => {
  const api = await createFakeApi({
    respond({ path }) {
      if (path === '/version') return { json: { major: '1', minor: '36', gitVersion: 'v1.36.0' } }
      if (path.endsWith('/selfsubjectrulesreviews'))
        return {
          status: 201,
          json: { status: { incomplete: true, resourceRules: [], nonResourceRules: [] } },
        }
      return list(path.endsWith('/pods') ? PODS : [])
    },
  })
  t.after(() => api.stop())
  const stand = await startStand(t)
  const token = join(createFolder(t), 'token')
  writeFileSync(token, 'a-token')
  const config = { server: api.url, cluster: 'prod', token: { file: token } }
  const file = { deny: [{ id: 'no-payments', deny: 'k8s.*', namespace: 'payments' }, 'host.processes.list'] }
  const connectors = [{ connector: 'kubernetes', config }, { connector: 'host' }]
  await startAgent(t, stand, { machine: 'k8s-1', connectors, file })
  await untilAgent(stand, 'k8s-1', { status: 'connected', health: { host: 'up' } })
  await eventually(async () => {
    const view = (await stand.fleet()).agents[0]
    const state = view?.connectors.find((one) => one.instance === 'kubernetes')
    if (state?.health === 'up' || state?.health === 'degraded') return state
    throw new Error(`kubernetes is ${state?.health} (${state?.code})`)
  })

  const wide = await stand.ask('k8s_pods_list')
  assert.equal(wide.visibility, 'partial', JSON.stringify(wide))
  assert.match(JSON.stringify(wide), /"shop"/)
  assert.doesNotMatch(JSON.stringify(wide), /card-vault|ledger/)
  assert.deepEqual(unread(wide), ['denied_by_policy'])
  assert.match(JSON.stringify(wide._sources.unread), /no-payments/)
  assert.match(JSON.stringify(wide._sources.unread), /payments/)

  const before = api.asked.length
  const asked = await stand.ask('k8s_pods_list', { namespace: 'payments' })
  assert.equal(asked.visibility, 'none', JSON.stringify(asked))
  assert.deepEqual(unread(asked), ['denied_by_policy'])
  // An operation that cannot leave the namespace out is refused whole.
  const volumes = await stand.ask('k8s_pvs_list')
  assert.equal(volumes.visibility, 'none')
  assert.deepEqual(unread(volumes), ['denied_by_policy'])
  const paths = api.asked.slice(before).map(({ path }) => path)
  assert.deepEqual(
    paths.filter((path) => path.includes('persistentvolumes') || path.includes('/payments/')),
    [],
  )

  const composite = await stand.ask('production_health')
  assert.equal(composite.visibility, 'partial', JSON.stringify(composite).slice(0, 500))
  assert.match(JSON.stringify(composite), /no-payments/)
  assert.doesNotMatch(JSON.stringify(composite), /card-vault|ledger/)

  // Only what is denied without narrowing is gone from the tools.
  const headers = { authorization: `Bearer ${stand.token}` }
  const { tools } = (await send(`${stand.url}/api/v1/tools`, { headers })).body
  const isOffered = (name: string) =>
    tools.find((one: { name: string; announced: boolean }) => one.name === name)?.announced
  assert.deepEqual([isOffered('k8s_pods_list'), isOffered('host_processes_list')], [true, false])
})
