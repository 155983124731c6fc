import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { eventually, findTool } from '@vedette/test/kit'
import { createAsked } from './asked.ts'
import { ORGANISATION, send, startAgent, startStand, untilAgent } from './stand.ts'

const skip = findTool('prlimit') === undefined ? 'no prlimit (of util-linux)' : false

/** From now on no file of this process takes a byte, as on a full disk; or again as many as it likes. */
function setDisk(pid: number, bytes: '0' | 'unlimited'): void {
  execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:unlimited`])
}

/** Every file below a folder with its size and its time of change. */
function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name))
    return `${name} ${size} ${mtimeMs}`
  })
}

test('with full disks an agent goes on as before, and a control plane reads, says so, changes nothing, and writes every row after', {
  skip,
}, async (t) => {
  const stand = await startStand(t)
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const { read, assertWritten } = createAsked(stand, 'web-1')
  const draft = () =>
    send(`${stand.url}/api/v1/policy/draft`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ rules: ['host.disks.list'], assertions: [], revision: null }),
    })

  setDisk(agent.pid, '0')
  const before = listFiles(agent.dataDir)
  for (let n = 0; n < 3; n += 1) await read('agent')

  setDisk(stand.controlPlane.pid, '0')
  await eventually(async () => (await read('full')).audit?.state === 'waiting', { timeoutMs: 20_000 })
  assert.equal((await read('full')).audit?.state, 'waiting')
  const refused = await draft()
  assert.deepEqual([refused.status, refused.body.error?.code], [503, 'audit_unavailable'], refused.text)
  assert.doesNotMatch(refused.text, /SQLITE|disk I\/O|EFBIG|store\.db/)
  assert.equal(await stand.store.policies.draft(ORGANISATION), null)

  setDisk(stand.controlPlane.pid, 'unlimited')
  await eventually(async () => (await read('after')).audit === undefined, { timeoutMs: 20_000, everyMs: 200 })
  await eventually(async () => (await draft()).status === 200, { timeoutMs: 20_000, everyMs: 200 })
  await assertWritten()
  assert.equal((await untilAgent(stand, 'web-1', { status: 'connected' })).connectors[0]?.health, 'up')
  assert.deepEqual(listFiles(agent.dataDir), before, 'the agent has written nothing')
})
