import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { agentSubject } from '@vedette/proto/wire'
import { type Cleanup, createFolder, eventually, ROOT, startProcess } from '@vedette/test/kit'
import { JOIN_TOKEN, startWorld, type World } from './agent-harness.ts'

const ENTRY = join(ROOT, 'agent/src/main/start.ts')

function start(cleanup: Cleanup, file: object, ...flags: readonly string[]) {
  const path = join(createFolder(cleanup), 'agent.yaml')
  writeFileSync(path, JSON.stringify(file))
  // The environment holds nothing but the join token: the agent needs no other.
  return startProcess(cleanup, {
    name: 'agent',
    file: process.execPath,
    args: [ENTRY, '--config', path, ...flags],
    env: { JOIN_TOKEN },
  })
}

function toFile(cleanup: Cleanup, world: World): object {
  return {
    name: 'real-process',
    data_dir: createFolder(cleanup),
    nats: { url: world.nats.url, lobby_creds_file: world.lobbyCreds },
    join_token: { env: 'JOIN_TOKEN' },
    connectors: [{ connector: 'host' }],
    endpoints: { port: 0 },
  }
}

test('the process serves its host, says goodbye on SIGTERM and exits 0', async (t) => {
  const world = await startWorld(t)
  const agent = await start(t, toFile(t, world))
  const report = await eventually(() => world.reports.findLast((one) => one.connectors[0]?.health === 'up'))
  assert.equal(report.name, 'real-process')
  assert.ok(report.connectors[0]?.operations.some(({ id }) => id === 'host.disks.list'))
  agent.send('SIGTERM')
  assert.deepEqual(await agent.exited, { code: 0, signal: null })
  assert.equal(world.beats.at(-1)?.leaving, true)
  assert.equal(agent.stdout(), '')
  const lines = agent
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.equal(lines.at(-1).msg, 'stopped')
  assert.equal(agent.output().includes(JOIN_TOKEN), false)
})

test('a replaced process exits 3 and says why', async (t) => {
  const world = await startWorld(t)
  const agent = await start(t, toFile(t, world))
  const report = await eventually(() => world.reports.at(-1))
  const order = { type: 'vedette.v1.stop', incarnation: report.incarnation, why: 'superseded' }
  world.control.publish(agentSubject(report.agent, 'stop'), JSON.stringify(order))
  assert.deepEqual(await agent.exited, { code: 3, signal: null })
  assert.match(agent.output(), /a newer process of the same identity took over/)
})

test('a wrong file exits 2 and names every fault, and a right one is only checked', async (t) => {
  const wrong = await start(t, { name: 'x', nats: {}, data_dir: '/x', conectors: [] }, '--check')
  assert.equal((await wrong.exited).code, 2)
  assert.equal(
    wrong.output(),
    'nats: needs either url or urls\nconectors: unknown key; did you mean connectors, nats, identity?\n',
  )
  const right = await start(t, { name: 'x', nats: { url: 'nats://127.0.0.1:1' }, data_dir: '/x' }, '--check')
  assert.deepEqual([(await right.exited).code, right.output()], [0, ''])
})

test('a join token that is not there exits 2 and names the setting, not a value', async (t) => {
  const world = await startWorld(t)
  const agent = await start(t, { ...toFile(t, world), join_token: { env: 'NOT_GIVEN' } })
  assert.equal((await agent.exited).code, 2)
  assert.match(agent.output(), /"path":"join_token"/)
})

test('an enrolment that is refused exits 4', async (t) => {
  const world = await startWorld(t)
  world.refuse = 'token_used'
  const agent = await start(t, toFile(t, world))
  assert.equal((await agent.exited).code, 4)
  assert.match(agent.output(), /"code":"token_used"/)
})
