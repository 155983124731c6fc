import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createFakeClock, systemClock } from '@vedette/proto/clock'
import { createFolder, eventually, isAlive, startProcess, waitForEnd } from '@vedette/test/kit'
import { CliError } from '../cli-error.ts'
import { createSupervisor } from './supervisor.ts'

const shell = (folder: string, name: string, script: string) => ({
  name,
  file: '/bin/sh',
  args: ['-c', script],
  env: { PATH: '/usr/bin:/bin' },
  cwd: folder,
  log: join(folder, `${name}.log`),
})

test('a part that ends by itself is a failure that shows the end of its log', async (t) => {
  const folder = createFolder(t)
  const supervisor = createSupervisor(systemClock)
  t.after(() => supervisor.stop())
  supervisor.start(shell(folder, 'fine', 'exec sleep 60'))
  supervisor.start(shell(folder, 'broken', 'echo the port is taken >&2; exit 3'))
  await assert.rejects(
    supervisor.failure,
    (error) =>
      error instanceof CliError && /the broken has ended.*\n {2}the port is taken$/s.test(error.message),
  )
})

test('a program that does not exist is a failure too', async (t) => {
  const folder = createFolder(t)
  const supervisor = createSupervisor(systemClock)
  t.after(() => supervisor.stop())
  supervisor.start({ ...shell(folder, 'ghost', ''), file: join(folder, 'none') })
  await assert.rejects(supervisor.failure, /the ghost has ended/)
})

test('a part that ends before it is ready is only told; afterwards its end is a failure', async (t) => {
  const folder = createFolder(t)
  const supervisor = createSupervisor(systemClock)
  t.after(() => supervisor.stop())
  const never = new Promise<void>(() => {})
  assert.equal(await supervisor.tryStart(shell(folder, 'early', 'exit 1'), never), false)
  assert.equal(await supervisor.tryStart(shell(folder, 'late', 'read x'), Promise.resolve()), true)
  await assert.rejects(supervisor.failure, /the late has ended/)
})

test('a part that is ended on purpose is no failure, and what it started goes with it', async (t) => {
  const folder = createFolder(t)
  const supervisor = createSupervisor(systemClock)
  const pidFile = join(folder, 'pid')
  const part = supervisor.start(shell(folder, 'parent', `sleep 60 & echo $! > ${pidFile}; wait`))
  const child = await eventually(() => Number(readFileSync(pidFile, 'utf8').trim() || Number.NaN) || false)
  await supervisor.end('parent')
  assert.equal(isAlive(part.pid), false)
  assert.equal(await waitForEnd(Number(child)), true)
  let failed = false
  supervisor.failure.catch(() => {
    failed = true
  })
  await supervisor.stop()
  assert.equal(failed, false)
})

test('a part that ignores SIGTERM is killed after five seconds of the clock', async (t) => {
  const folder = createFolder(t)
  const clock = createFakeClock()
  const supervisor = createSupervisor(clock)
  const log = join(folder, 'deaf.log')
  const part = supervisor.start(shell(folder, 'deaf', "trap '' TERM; echo ready; while :; do sleep 1; done"))
  await eventually(() => readFileSync(log, 'utf8').includes('ready') || false)
  const stopping = supervisor.stop()
  await eventually(() => clock.pending() > 0 || false)
  await clock.advance(4_999)
  assert.equal(isAlive(part.pid), true)
  await clock.advance(1)
  await stopping
  assert.equal(isAlive(part.pid), false)
})

test('when the supervising process is killed, every part dies with it', async (t) => {
  const folder = createFolder(t)
  const script = `
import { createSupervisor } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
import { systemClock } from '@vedette/proto/clock'
const supervisor = createSupervisor(systemClock)
const options = { name: 'part', file: '/bin/sh', args: ['-c', "trap '' TERM HUP INT; while :; do sleep 1; done"], env: {}, cwd: '/', log: process.argv[1] }
const pids = [supervisor.start(options).pid, supervisor.start({ ...options, name: 'other' }).pid]
console.log(JSON.stringify(pids))
process.stdin.resume()
`
  const args = [
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    script,
    join(folder, 'log'),
  ]
  const options = {
    name: 'up',
    file: process.execPath,
    args,
    cwd: import.meta.dirname,
    ready: { output: /\]\n/ },
  }
  const up = await startProcess(t, options)
  const pids: number[] = JSON.parse(up.stdout())
  assert.deepEqual(pids.map(isAlive), [true, true])
  await up.stop('SIGKILL')
  assert.deepEqual(await Promise.all(pids.map((pid) => waitForEnd(pid))), [true, true])
})
