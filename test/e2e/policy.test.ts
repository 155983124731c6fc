import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '@vedette/test/kit'
import type { PolicyOverview } from '../../control-plane/src/http/api-types.ts'
import { type Answer, restartAgent, type Stand, send, startAgent, startStand, untilAgent } from './stand.ts'

function api(stand: Stand, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' }
  return send(`${stand.url}/api/v1/policy${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function apply(stand: Stand, rules: readonly unknown[]): Promise<Answer> {
  const draft = await api(stand, 'POST', '/draft', { rules, assertions: [], revision: null })
  assert.equal(draft.status, 200, draft.text)
  const applied = await api(stand, 'POST', '/apply', { revision: draft.body.revision, note: 'test' })
  assert.equal(applied.status, 200, applied.text)
  return applied.body
}

function untilApplied(stand: Stand, version: number) {
  return eventually(
    async () => {
      const told = await api(stand, 'GET', '')
      const page = told.body as PolicyOverview
      const [agent] = page.agents
      if (agent?.status !== 'APPLIED' || agent.remote_version !== version)
        throw new Error(`the agent is ${agent?.status} (${agent?.reason}) at ${agent?.remote_version}`)
      assert.equal(agent.effective_hash, agent.expected_hash)
      return page
    },
    { timeoutMs: 40_000, everyMs: 100 },
  )
}

// Whether an answer saw anything of the disks.
function sawDisks(told: Answer): boolean {
  return 'disks' in told || (told._sources?.read ?? []).length > 0
}

// Asks the denied operation over and over until the promise settles; true when one answer saw anything.
async function askWhile(
  stand: Stand,
  until: Promise<unknown>,
): Promise<Readonly<{ saw: boolean; asked: number }>> {
  let isOver = false
  void until
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  let asked = 0
  let saw = false
  while (!isOver) {
    const told = await stand.call('host_disks_list').catch(() => null)
    if (told !== null) asked += 1
    if (told !== null && sawDisks(told.body)) saw = true
  }
  return { saw, asked }
}

test('an applied policy is enforced through kill -9 of the agent and of the control plane, and nothing is served before', async (t) => {
  const stand = await startStand(t)
  const file = { deny: ['host.processes.list'] }
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }], file })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const before = await stand.ask('host_disks_list')
  assert.ok(sawDisks(before), JSON.stringify(before))

  const applied = await apply(stand, ['host.disks.list', { deny: 'host.*', account: '123456789012' }])
  assert.equal(applied.version, 1)
  const page = await untilApplied(stand, 1)
  assert.equal(page.draft, null)
  assert.equal(page.applied?.version, 1)
  const denied = await stand.ask('host_disks_list')
  assert.equal(sawDisks(denied), false)
  assert.deepEqual(
    denied._sources.unread.map((one: { state: string }) => one.state),
    ['denied_by_policy'],
    JSON.stringify(denied),
  )
  assert.match(JSON.stringify(denied), new RegExp(applied.rules[0].id))

  agent.send('SIGKILL')
  await agent.exited
  const again = await restartAgent(t, agent)
  const afterAgent = await askWhile(
    stand,
    untilApplied(stand, 1).then(() => stand.call('host_disks_list')),
  )
  assert.equal(afterAgent.saw, false)
  assert.ok(afterAgent.asked > 0)

  stand.controlPlane.send('SIGKILL')
  await stand.controlPlane.exited
  await stand.startControlPlane()
  const afterPlane = await askWhile(stand, untilApplied(stand, 1))
  assert.equal(afterPlane.saw, false)
  assert.equal((await untilApplied(stand, 1)).agents[0]?.reason, null)

  const looser = await apply(stand, [])
  assert.equal(looser.version, 2)
  await untilApplied(stand, 2)
  const freed = await eventually(async () => {
    const told = await stand.ask('host_disks_list')
    return sawDisks(told) ? told : undefined
  })
  assert.ok(freed)
  // What the agent's own list denies stays denied whatever is applied.
  const local = await stand.ask('host_processes_list')
  assert.equal(sawDisks(local), false)

  const back = await api(stand, 'POST', '/rollback', { version: 1, note: 'again' })
  assert.deepEqual([back.body.version, back.body.copy_of, back.body.hash], [3, 1, applied.hash])
  await untilApplied(stand, 3)
  assert.equal(sawDisks(await stand.ask('host_disks_list')), false)
  again.send('SIGTERM')
})
