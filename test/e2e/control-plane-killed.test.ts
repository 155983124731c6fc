import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type TestContext } from 'node:test'
import { eventually, startAlertmanager, startPrometheus } from '@vedette/test/kit'
import type { PolicyOverview } from '../../control-plane/src/http/api-types.ts'
import {
  type Answer,
  ORGANISATION,
  restartAgent,
  type Stand,
  send,
  startAgent,
  startStand,
  untilAgent,
} from './stand.ts'

const SILENCE = { matchers: [{ label: 'alertname', value: 'DiskFull' }], minutes: 20, comment: 'replaced' }
const OLD = ['host.processes.list']
const NEW = [...OLD, 'host.disks.list']

/** Prometheus and Alertmanager at one address; a question for `hang` and a new silence are taken and never answered. */
async function startSilentVendor(t: TestContext) {
  const [prometheus, manager] = await Promise.all([startPrometheus(t), startAlertmanager(t)])
  let hanging = 0
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const { method = 'GET', url = '/', headers } = incoming
    const isSilence = method === 'POST' && url.endsWith('/silences')
    if (`${url}${Buffer.concat(chunks)}`.includes('hang')) {
      hanging += 1
      return
    }
    const told = await fetch(new URL(url, url.startsWith('/api/v2') ? manager.url : prometheus.url), {
      method,
      headers: { 'content-type': headers['content-type'] ?? 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    })
    const text = await told.text()
    if (!isSilence) outgoing.writeHead(told.status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    hanging: () => hanging,
    silences: async (): Promise<number> => (await send(`${manager.url}/api/v2/silences`)).body.length,
  }
}

async function ask(stand: Stand, path: string, body?: object, token = stand.token): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const more = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const told = await send(`${stand.url}/api/v1/${path}`, { headers, ...more })
  assert.equal(told.status, 200, told.text)
  return told.body
}

async function apply(stand: Stand, rules: readonly string[]): Promise<void> {
  const { revision } = await ask(stand, 'policy/draft', { rules, assertions: [], revision: null })
  const before: PolicyOverview = await ask(stand, 'policy')
  assert.equal(before.draft?.revision, revision, 'the draft stands beside what is applied')
  assert.notDeepEqual(
    before.applied?.rules.map(({ deny }) => deny),
    rules,
  )
  await ask(stand, 'policy/apply', { revision, note: 'test' })
}

/** Waits until an agent stands so on the page of the policy. */
function untilPolicy(stand: Stand, name: string, wanted: readonly unknown[]) {
  return eventually(
    async () => {
      const page: PolicyOverview = await ask(stand, 'policy')
      const one = page.agents.find((agent) => agent.name === name)
      assert.deepEqual([one?.status, one?.remote_version], wanted)
      if (one?.status === 'APPLIED') assert.equal(one.effective_hash, one.expected_hash)
      else assert.notEqual(one?.effective_hash, one?.expected_hash)
      return page
    },
    { timeoutMs: 40_000, everyMs: 100 },
  )
}

test('a control plane that is killed in a read, in a write and half-way through a push ends its callers, doubles nothing, and goes on where it was', async (t) => {
  const [stand, vendor] = await Promise.all([startStand(t), startSilentVendor(t)])
  const first = await startAgent(t, stand, {
    machine: 'web-1',
    connectors: [
      { connector: 'host' },
      { connector: 'prometheus', config: { url: vendor.url, alertmanager: { url: vendor.url } } },
    ],
    file: { writes: ['alerts.silences.create'] },
  })
  const second = await startAgent(t, stand, { machine: 'web-2', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up', prometheus: 'up' } })
  await untilAgent(stand, 'web-2', { status: 'connected', health: { host: 'up' } })
  await apply(stand, OLD)
  await untilPolicy(stand, 'web-1', ['APPLIED', 1])
  await untilPolicy(stand, 'web-2', ['APPLIED', 1])
  const write = { tool: 'alerts_silences_create', arguments: SILENCE, interactive: true }
  const asked = await ask(stand, 'call', write)
  assert.equal(asked.status, 'approval_pending', JSON.stringify(asked))
  const action = `actions/${asked.pending_action_id}`
  const facts = { organisation: ORGANISATION, mode: 'cautious', role: 'approver', name: 'second' } as const
  const approver = await stand.store.tokens.create(facts)
  await ask(stand, `${action}/decision`, { verdict: 'approve' }, approver.secret)

  // One agent dies before the next version reaches it: it has the old list, and the page says so.
  await second.stop('SIGKILL')
  await apply(stand, NEW)
  await untilPolicy(stand, 'web-1', ['APPLIED', 2])
  await untilPolicy(stand, 'web-2', ['APPLYING', 1])

  const ended = [
    ask(stand, 'call', { tool: 'metrics_query', arguments: { expr: 'hang_total' } }),
    ask(stand, `${action}/run`, { interactive: true }),
  ].map((call) =>
    call.then(
      () => 'answered',
      () => 'ended',
    ),
  )
  await eventually(async () => vendor.hanging() === 1 && (await vendor.silences()) === 1, {
    timeoutMs: 20_000,
  })
  const killed = performance.now()
  await stand.controlPlane.stop('SIGKILL')
  assert.deepEqual(await Promise.all(ended), ['ended', 'ended'])

  await stand.startControlPlane()
  const ready = performance.now()
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  t.diagnostic(
    `ready after ${((ready - killed) / 1000).toFixed(1)} s, and the fleet is seen after ${((performance.now() - killed) / 1000).toFixed(1)} s`,
  )
  const again = await ask(stand, `${action}/run`, { interactive: true })
  assert.ok(['running', 'outcome_unknown'].includes(again.status), JSON.stringify(again))
  assert.equal(await vendor.silences(), 1)
  const rows = await stand.store.audit.search(ORGANISATION, { limit: 100, call: asked.pending_action_id })
  assert.deepEqual(
    rows.map(({ kind }) => kind).filter((kind) => kind !== 'security' && kind !== 'call'),
    ['intent'],
  )

  const page = await untilPolicy(stand, 'web-1', ['APPLIED', 2])
  assert.deepEqual([page.draft, page.applied?.version], [null, 2])
  const away = page.agents.find(({ name }) => name === 'web-2')
  assert.deepEqual([away?.status, away?.reason], ['APPLYING', 'agent_offline'])
  await restartAgent(t, second)
  await untilPolicy(stand, 'web-2', ['APPLIED', 2])
  const disks = await stand.ask('host_disks_list')
  assert.equal(disks.visibility, 'none')
  assert.deepEqual(
    disks._sources.unread.map((one: { state: string }) => one.state),
    ['denied_by_policy', 'denied_by_policy'],
  )
  // It would wait for the calls that the vendor never answers.
  await first.stop('SIGKILL')
})
