import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import {
  createFolder,
  eventually,
  getFreePort,
  isAlive,
  ROOT,
  startProcess,
  waitForEnd,
} from '@vedette/test/kit'

type Ready = { mcp_url: string; token: string; fleet_url: string; control_plane_url: string; pid: number }

const MAIN = join(ROOT, 'control-plane', 'cli', 'main.ts')
const NODE_ARGS = ['--disable-warning=ExperimentalWarning', MAIN]

const startUp = async (t: test.TestContext, dataDir: string, ...more: string[]) => {
  const up = await startProcess(t, {
    name: 'vedette up',
    file: process.execPath,
    args: [...NODE_ARGS, 'up', '--json', '--data-dir', dataDir, ...more],
    ready: { output: /"mcp_url"/ },
    readyMs: 60_000,
    stopMs: 20_000,
  })
  const ready: Ready = JSON.parse(up.stdout())
  return { ...up, ready, parts: listParts(dataDir) }
}

// Every process whose command line names the data directory, except `up` itself: on Linux by /proc.
function listParts(dataDir: string): { pid: number; name: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      const line = readCommand(pid)
      if (!line.includes(dataDir) || line.includes(MAIN)) return []
      const name = line.includes('nats-server')
        ? 'nats'
        : line.includes('agent/src')
          ? 'agent'
          : 'control-plane'
      return [{ pid: Number(pid), name }]
    })
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

async function call(ready: Ready, tool: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${ready.control_plane_url}/api/v1/call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ready.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tool, arguments: args }),
  })
  assert.equal(response.status, 200)
  // A sealed answer is a JSON object.
  return (await response.json()) as Record<string, unknown>
}

const assertAllGone = async (parts: readonly { pid: number }[]) => {
  for (const { pid } of parts)
    assert.equal(await waitForEnd(pid, 15_000), true, `process ${pid} is still there`)
}

test('up answers with the disks of this machine, refuses a second up, and SIGTERM leaves nothing', async (t) => {
  const dataDir = createFolder(t)
  const up = await startUp(t, dataDir)
  assert.equal(up.stdout().trim().split('\n').length, 1)
  assert.deepEqual(Object.keys(up.ready), ['mcp_url', 'token', 'fleet_url', 'control_plane_url', 'pid'])
  assert.equal(up.ready.pid, up.pid)
  assert.deepEqual(up.parts.map(({ name }) => name).sort(), ['agent', 'control-plane', 'nats'])

  const answer = await call(up.ready, 'host_disks_list', {})
  assert.equal(answer.visibility, 'full', JSON.stringify(answer))
  const sizes = execFileSync('df', ['-B1', '--output=size', '/'], { encoding: 'utf8' }).trim().split('\n')
  assert.ok(JSON.stringify(answer).includes(`${Number(sizes[1])}`), 'the size of / as df tells it')

  const token = join(dataDir, 'token')
  assert.equal(statSync(token).mode & 0o777, 0o600)
  assert.equal(readFileSync(token, 'utf8').trim(), up.ready.token)
  assert.ok(!readFileSync(join(dataDir, 'store.db')).includes(up.ready.token), 'only the hash is stored')

  const args = [...NODE_ARGS, 'up', '--json', '--data-dir', dataDir]
  const second = await startProcess(t, { name: 'second up', file: process.execPath, args })
  assert.equal((await second.exited).code, 1)
  assert.match(second.output(), new RegExp(`in use by the process ${up.pid}\\b`))
  assert.equal(second.stdout(), '')

  up.send('SIGTERM')
  assert.deepEqual(await up.exited, { code: 0, signal: null })
  await assertAllGone(up.parts)
  assert.deepEqual(listParts(dataDir), [])
  assert.equal(up.stdout().trim().split('\n').length, 1, 'nothing but the one line on standard output')
})

test('a restart keeps the token, the ports, the agent and what was asked', async (t) => {
  const dataDir = createFolder(t)
  const port = await getFreePort()
  const first = await startUp(t, dataDir, '--port', String(port))
  await call(first.ready, 'host_disks_list', {})
  const agents = async (ready: Ready) => {
    const headers = { authorization: `Bearer ${ready.token}` }
    const response = await fetch(`${ready.control_plane_url}/api/v1/fleet`, { headers })
    const page = JSON.parse(await response.text())
    return page.agents.map(({ agent, status }: { agent: string; status: string }) => [agent, status])
  }
  const before = await agents(first.ready)
  await first.stop()
  await assertAllGone(first.parts)
  const second = await startUp(t, dataDir)
  const { token, mcp_url } = first.ready
  assert.deepEqual([second.ready.token, second.ready.mcp_url], [token, mcp_url])
  assert.deepEqual(await agents(second.ready), before)
  assert.deepEqual(before.length, 1)
  const answer = await call(second.ready, 'host_disks_list', {})
  assert.equal(answer.visibility, 'full', JSON.stringify(answer))
})

test('two that start together each get ports of their own', async (t) => {
  const ups = await Promise.all([startUp(t, createFolder(t)), startUp(t, createFolder(t))])
  const urls = ups.map(({ ready }) => ready.control_plane_url)
  assert.notEqual(urls[0], urls[1])
  for (const { ready } of ups) assert.equal((await call(ready, 'list_scopes', {})).visibility, 'full')
})

for (const victim of ['nats', 'control-plane', 'agent']) {
  test(`when ${victim} is killed everything stops and says so`, async (t) => {
    const up = await startUp(t, createFolder(t))
    const part = up.parts.find(({ name }) => name === victim)
    assert.ok(part)
    process.kill(part.pid, 'SIGKILL')
    assert.equal((await up.exited).code, 1)
    assert.match(up.output(), /vedette: the (nats-server|control plane|agent) has ended/)
    await assertAllGone(up.parts)
  })
}

test('when up itself is killed nothing is left running, and the next up starts', async (t) => {
  const dataDir = createFolder(t)
  const up = await startUp(t, dataDir)
  process.kill(up.pid, 'SIGKILL')
  await up.exited
  await assertAllGone(up.parts)
  const next = await startUp(t, dataDir)
  assert.equal(next.ready.token, up.ready.token)
})

test('when the launcher of npm run up is killed, up and its parts end too', async (t) => {
  const dataDir = createFolder(t)
  const launcher = await startProcess(t, {
    name: 'npm run up',
    file: process.execPath,
    args: [join(ROOT, 'control-plane', 'cli', 'bootstrap', 'up.mjs'), '--json', '--data-dir', dataDir],
    ready: { output: /"mcp_url"/ },
    readyMs: 60_000,
  })
  const { pid }: Ready = JSON.parse(launcher.stdout())
  const parts = [...listParts(dataDir).filter((part) => part.pid !== launcher.pid), { pid }]
  assert.notEqual(pid, launcher.pid)
  await launcher.stop('SIGKILL')
  await assertAllGone(parts)
})

test('connect adds a connector that the running agent takes in', async (t) => {
  const dataDir = createFolder(t)
  const up = await startUp(t, dataDir)
  const url = `http://127.0.0.1:${await getFreePort()}`
  const args = [...NODE_ARGS, 'connect', 'prometheus', '--url', url, '--data-dir', dataDir, '--yes']
  const connect = await startProcess(t, { name: 'connect', file: process.execPath, args })
  assert.equal((await connect.exited).code, 0, connect.output())
  await eventually(
    async () => {
      const health = await call(up.ready, 'check_fleet_health', {})
      return JSON.stringify(health).includes('prometheus')
    },
    { timeoutMs: 30_000 },
  )
  assert.ok(isAlive(up.pid))
  const [before] = up.parts.filter(({ name }) => name === 'agent')
  assert.equal(await waitForEnd(before?.pid ?? 0), true)
})
