import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { createFolder, startProcess, waitForEnd } from '@vedette/test/kit'
import { ensureInstalled, isInstalled } from './install.mjs'
import { describeMissing, ensurePrograms, NATS_SERVER } from './needs.mjs'

const HERE = JSON.stringify(import.meta.dirname)

// A small repository with its own Node, an entry, and a bootstrap that launches that entry.
function createRoot(t: TestContext, entryText: string): string {
  const root = createFolder(t)
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  writeFileSync(join(root, 'entry.mjs'), entryText)
  writeFileSync(
    join(root, 'bootstrap.mjs'),
    `const { launch } = await import(${HERE} + '/launch.mjs')
const { runMain } = await import(${HERE} + '/log.mjs')
await runMain(() => launch({ entry: process.argv[2], args: process.argv.slice(3), root: ${JSON.stringify(root)} }))\n`,
  )
  return root
}

const startBootstrap = (t: TestContext, root: string, args: readonly string[], ready?: RegExp) =>
  startProcess(t, {
    name: 'bootstrap',
    file: process.execPath,
    args: [join(root, 'bootstrap.mjs'), ...args],
    ...(ready === undefined ? {} : { ready: { output: ready } }),
  })

test('the entry gets its arguments, owns standard output, and its exit code comes through', async (t) => {
  const root = createRoot(t, 'console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 7')
  const started = await startBootstrap(t, root, ['entry.mjs', 'up', '--json', 'a b'])
  assert.deepEqual(await started.exited, { code: 7, signal: null })
  assert.equal(started.output(), '["up","--json","a b"]\n')
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} reaches the entry, which decides how it ends`, async (t) => {
    const entry = `process.on('${signal}', () => { console.log('stopping'); process.exit(5) })
setInterval(() => {}, 1000); console.log('up')`
    const started = await startBootstrap(t, createRoot(t, entry), ['entry.mjs'], /up/)
    started.send(signal)
    assert.deepEqual(await started.exited, { code: 5, signal: null })
    assert.equal(started.stdout(), 'up\nstopping\n')
  })
}

test('an entry that dies of a signal gives 128 and its number', async (t) => {
  const root = createRoot(t, "process.kill(process.pid, 'SIGKILL')")
  const started = await startBootstrap(t, root, ['entry.mjs'])
  assert.equal((await started.exited).code, 137)
})

test('an entry can see its bootstrap die, so that nothing is left running', async (t) => {
  const entry = `process.on('disconnect', () => process.exit(0))
setInterval(() => {}, 1000); console.log('pid ' + process.pid)`
  const started = await startBootstrap(t, createRoot(t, entry), ['entry.mjs'], /pid \d+/)
  const pid = Number(/pid (\d+)/.exec(started.stdout())?.[1])
  await started.stop('SIGKILL')
  assert.equal(await waitForEnd(pid), true)
})

test('when npm is killed without a word, what it ran is ended too', async (t) => {
  const entry = "setInterval(() => {}, 1000); console.log('pid ' + process.pid)"
  const root = createRoot(t, entry)
  // The shell stands for npm: it waits for the bootstrap and passes nothing on.
  const npm = await startProcess(t, {
    name: 'npm',
    file: '/bin/sh',
    args: ['-c', `"${process.execPath}" "${join(root, 'bootstrap.mjs')}" entry.mjs; true`],
    env: { ...process.env, npm_lifecycle_event: 'up' },
    ready: { output: /pid \d+/ },
  })
  const pid = Number(/pid (\d+)/.exec(npm.stdout())?.[1])
  npm.send('SIGKILL')
  assert.equal(await waitForEnd(pid), true)
})

test('a missing entry is told as one line without a stack', async (t) => {
  const started = await startBootstrap(t, createRoot(t, ''), ['gone.mjs'])
  assert.equal((await started.exited).code, 1)
  assert.equal(started.output(), 'vedette: gone.mjs is not part of this version\n')
})

test('a broker that cannot be installed is refused with the commands of each system', async () => {
  const need = { ...NATS_SERVER, find: () => undefined }
  const noApt = () => Promise.resolve(undefined)
  await assert.rejects(ensurePrograms([need], noApt), (error: Error) => {
    assert.equal(error.message, describeMissing([need]))
    assert.match(error.message, /apt-get install -y --no-install-recommends nats-server\n/)
    assert.match(error.message, /dnf install -y nats-server\n/)
    assert.match(error.message, /brew install nats-server\n/)
    assert.match(error.message, /docker run .* nats:2/)
    return true
  })
})

test('programs that are there are given as paths, without asking for apt', async () => {
  const need = { ...NATS_SERVER, find: () => '/usr/bin/true' }
  const paths = await ensurePrograms([need], () => assert.fail('apt is not needed'))
  assert.deepEqual(paths, ['/usr/bin/true'])
})

test('a locked Node that npm has not linked is linked, and the install is then remembered', async (t) => {
  const root = createFolder(t)
  const name = `node-${process.platform}-${process.arch}`
  mkdirSync(join(root, 'node_modules', name, 'bin'), { recursive: true })
  writeFileSync(join(root, 'node_modules', name, 'bin', 'node'), '')
  const lock = JSON.stringify({ packages: { '': {}, [`node_modules/${name}`]: NATIVE } })
  writeFileSync(join(root, 'package-lock.json'), lock)
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), lock)
  await ensureInstalled(root)
  assert.equal(readlinkSync(join(root, 'node_modules', '.bin', 'node')), `../${name}/bin/node`)
  assert.equal(existsSync(join(root, 'node_modules', '.vedette-installed')), true)
})

const WANTED = { version: '1.0.0', integrity: 'sha512-a' }
const FOREIGN = { ...WANTED, optional: true, os: ['elsewhere'], cpu: [process.arch] }
const NATIVE = { ...WANTED, optional: true, os: [process.platform], cpu: [process.arch] }

const INSTALLS: readonly [name: string, wanted: object, found: object | undefined, isGood: boolean][] = [
  ['the same version and digest is installed', WANTED, WANTED, true],
  ['a missing package is not', WANTED, undefined, false],
  ['another version is not', WANTED, { ...WANTED, version: '1.0.1' }, false],
  ['another digest is not', WANTED, { ...WANTED, integrity: 'sha512-b' }, false],
  ['an optional package for another system may be missing', FOREIGN, undefined, true],
  ['an optional package for this system may not', NATIVE, undefined, false],
  ['an optional package that serves others may be missing', { ...WANTED, optional: true }, undefined, true],
]

for (const [name, wanted, found, isGood] of INSTALLS) {
  test(`what counts as installed: ${name}`, () => {
    const lock = { packages: { '': {}, agent: {}, 'node_modules/x': wanted } }
    const installed = { packages: found === undefined ? {} : { 'node_modules/x': found } }
    assert.equal(isInstalled(lock, installed, '/nonexistent'), isGood)
  })
}
