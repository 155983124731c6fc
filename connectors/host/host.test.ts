import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { createFakeClock, describeConnector } from '@vedette/connectors/kit/testing'
import { type Connector, type Reading, SourceError } from '@vedette/proto/connector'
import { createHostConnector, hostConnector } from './index.ts'
import { machine } from './ports.ts'
import { scriptedMachine } from './scripted-machine.ts'

const NO_HTTP = 'it speaks no HTTP; each of its failures is a fixture'

describeConnector({
  connector: createHostConnector(scriptedMachine),
  folder: import.meta.dirname,
  config: ({ fixture }) => ({ root: `${fixture}/root`, log_files: ['/var/log/app'] }),
  skip: {
    probe_faults: NO_HTTP,
    blind: NO_HTTP,
    abort: NO_HTTP,
    paging: NO_HTTP,
    secrets: 'it has no secret',
  },
})

type Ask = Readonly<{ connector?: Connector; config?: object; input?: object }>

// Starts an operation; by default on this very machine.
function start(operation: string, { connector = hostConnector, config = {}, input = {} }: Ask = {}) {
  const clock = createFakeClock(Date.now())
  const controller = new AbortController()
  const client = connector.connect(connector.config.parse(config), {
    clock,
    instance: 'host',
    readSecret: () => assert.fail('the host has no secret'),
  })
  const served = connector.operations.find((one) => one.operation.id === operation)
  assert.ok(served !== undefined)
  const run = () =>
    served.run(client, input, { clock, signal: controller.signal, deadline: clock.now() + 15_000 })
  return { clock, controller, run, reading: run() }
}

// A value read by its schema, so that a test speaks of fields by name.
async function readValue<T>(reading: Promise<Reading<unknown>>): Promise<T> {
  return (await reading).value as T // the conformance suite checks values against their schemas
}

const SKIP_ELSEWHERE = process.platform === 'linux' ? {} : { skip: 'needs Linux' }

type Disk = { mount: string; device: string; type: string; size_bytes: number }

function listByDf(): Disk[] {
  const text = execFileSync('df', ['-B1', '--output=source,fstype,size,target'], { encoding: 'utf8' })
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [device = '', type = '', size, ...mount] = line.split(/\s+/)
      return { mount: mount.join(' '), device, type, size_bytes: Number(size) }
    })
    .sort((a, b) => (a.mount < b.mount ? -1 : 1))
}

test('the disks of this machine are exactly those that df lists (needs Linux)', SKIP_ELSEWHERE, async () => {
  const before = listByDf()
  const { disks } = await readValue<{ disks: Disk[] }>(start('host.disks.list').reading)
  assert.deepEqual(before, listByDf(), 'mounts changed during the test')
  assert.deepEqual(
    disks.map(({ mount, device, type, size_bytes }) => ({ mount, device, type, size_bytes })),
    before,
  )
})

test('mounts that hang time out as parts, and are not asked again while they hang', async () => {
  const asked: string[] = []
  const hung = Promise.withResolvers<never>()
  const connector = createHostConnector({
    ...scriptedMachine,
    statfs: (path) => {
      asked.push(path)
      return path.endsWith('/my disk') || path.endsWith('/nas') ? hung.promise : scriptedMachine.statfs(path)
    },
  })
  const fixture = `${import.meta.dirname}/fixtures/disks`
  const call = start('host.disks.list', { connector, config: { root: `${fixture}/root` } })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) await call.clock.advanceSettled(200)
  }
  while (asked.length < 4) await new Promise((resolve) => setImmediate(resolve))
  await settle()
  const first = await call.reading
  assert.deepEqual(
    first.parts.map((part) => [part.state, part.scope.mount, part.waited_ms]),
    [
      ['read', undefined, undefined],
      ['timed_out', '/mnt/my disk', 2000],
      ['timed_out', '/mnt/nas', 2000],
    ],
  )
  const count = asked.length
  const second = await call.run()
  assert.deepEqual(asked.slice(count), [], 'two mounts hang, so no thread is risked')
  assert.deepEqual([...new Set(second.parts.map((part) => part.state))], ['timed_out'])
})

test('this very process is in the process table of this machine (needs Linux)', SKIP_ELSEWHERE, async () => {
  const input = { sort: 'pid', limit: 500 }
  const { processes } = await readValue<{
    processes: { pid: number; command: string; parent_pid: number }[]
  }>(start('host.processes.list', { input: { ...input, match: 'HOST.test.ts' } }).reading)
  const own = processes.find((one) => one.pid === process.pid)
  assert.equal(own?.parent_pid, process.ppid)
  assert.ok(own.command.includes('host.test.ts'))
})

test('a listening socket of this process is found with its owner (needs Linux)', SKIP_ELSEWHERE, async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  const input = { port: address.port, state: 'listening', owners: true }
  const value = await readValue<{ sockets: unknown[] }>(start('host.sockets.list', { input }).reading)
  server.close()
  const [socket] = value.sockets as { pid: number; local_address: string; local_port: number }[]
  assert.equal(value.sockets.length, 1)
  assert.deepEqual(
    [socket?.pid, socket?.local_address, socket?.local_port],
    [process.pid, '127.0.0.1', address.port],
  )
})

test(
  'memory and load of this machine agree with the kernel through another door (needs Linux)',
  SKIP_ELSEWHERE,
  async () => {
    const { totalmem, cpus } = await import('node:os')
    const memory = await readValue<{ total_bytes: number }>(start('host.memory.get').reading)
    assert.equal(memory.total_bytes, totalmem())
    const load = await readValue<{ cpus: number }>(start('host.load.get').reading)
    assert.equal(load.cpus, cpus().length)
  },
)

const NO_SYSTEMD = existsSync('/run/systemd/system') ? { skip: 'systemd runs here' } : {}

test(
  'without systemd the services of this machine are not served, never none (needs a host without it)',
  NO_SYSTEMD,
  async () => {
    await assert.rejects(start('host.services.list').reading, {
      name: 'SourceError',
      state: 'not_served',
      carried: { why: 'no_service_manager' },
    })
  },
)

test('where systeminformation is used, its figures make the same rows', async () => {
  const connector = createHostConnector({ ...machine, platform: 'darwin' })
  const { totalmem, hostname } = await import('node:os')
  const memory = await readValue<{ total_bytes: number }>(start('host.memory.get', { connector }).reading)
  assert.equal(memory.total_bytes, totalmem())
  const info = await readValue<{ hostname: string }>(start('host.info', { connector }).reading)
  assert.equal(info.hostname, hostname())
  for (const operation of ['host.sockets.list', 'host.services.list'])
    await assert.rejects(start(operation, { connector }).reading, { state: 'not_served' })
})

test('a caller that goes away ends a call that hangs', async () => {
  const connector = createHostConnector({ ...scriptedMachine, statfs: () => new Promise(() => {}) })
  const fixture = `${import.meta.dirname}/fixtures/disks`
  const call = start('host.disks.list', { connector, config: { root: `${fixture}/root` } })
  call.controller.abort()
  await assert.rejects(call.reading, (error) => error instanceof SourceError && error.state === 'timed_out')
})
