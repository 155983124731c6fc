import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { createFolder, eventually, findProgram, getFreePort, ROOT, startProcess } from '@vedette/test/kit'

const MAIN = join(ROOT, 'control-plane', 'cli', 'main.ts')
const NODE_ARGS = ['--disable-warning=ExperimentalWarning']

const runVedette = async (t: test.TestContext, ...args: string[]) => {
  const file = process.execPath
  const run = await startProcess(t, { name: args.join(' '), file, args: [...NODE_ARGS, MAIN, ...args] })
  return { ...(await run.exited), stdout: run.stdout(), output: run.output() }
}

const startNats = (t: test.TestContext, config: string) =>
  startProcess(t, {
    name: 'nats-server',
    file: findProgram('nats-server'),
    args: ['-c', config],
    ready: { output: /Server is ready/ },
  })

const startPlane = (t: test.TestContext, config: string) =>
  startProcess(t, {
    name: 'control plane',
    file: process.execPath,
    args: [...NODE_ARGS, MAIN, 'control-plane', 'run', '--config', config],
    ready: { output: /"serving"/ },
  })

const getStatus = async (url: string, token?: string): Promise<number> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return (await fetch(url, { headers })).status
}

test('init makes a set-up that runs; an organisation added later has its own account and token', async (t) => {
  const dir = join(createFolder(t), 'plane')
  const [natsPort, httpPort] = [await getFreePort(), await getFreePort()]
  const init = await runVedette(
    t,
    'control-plane',
    'init',
    '--dir',
    dir,
    '--nats-url',
    `nats://127.0.0.1:${natsPort}`,
  )
  assert.equal(init.code, 0, init.output)
  const made = JSON.parse(init.stdout)
  assert.equal(statSync(join(dir, 'operator.json')).mode & 0o777, 0o600)
  assert.match(readFileSync(made.lobby_creds_file, 'utf8'), /BEGIN NATS USER JWT/)
  const again = await runVedette(t, 'control-plane', 'init', '--dir', dir)
  assert.equal(again.code, 1)
  assert.match(again.output, /has an operator already/)

  const config = join(dir, 'control-plane.yaml')
  assert.equal(made.config, config)
  writeFileSync(config, `${readFileSync(config, 'utf8')}http: { port: ${httpPort} }\n`)
  await startNats(t, made.nats_config)
  const url = `http://127.0.0.1:${httpPort}`
  const first = await startPlane(t, config)
  await eventually(async () => (await getStatus(`${url}/readyz`)) === 200)
  assert.equal(await getStatus(`${url}/api/v1/whoami`, made.token), 200)
  assert.equal(await getStatus(`${url}/api/v1/whoami`, 'vdt_wrong'), 401)
  assert.equal(first.stdout(), '')

  const added = await runVedette(t, 'org', 'add', 'acme', '--config', config)
  assert.equal(added.code, 0, added.output)
  const acme = JSON.parse(added.stdout)
  assert.equal((await runVedette(t, 'org', 'add', 'acme', '--config', config)).code, 1)
  const listed = await runVedette(t, 'org', 'list', '--config', config)
  assert.deepEqual(JSON.parse(listed.stdout), { organisations: ['acme', 'default'] })
  first.send('SIGTERM')
  assert.deepEqual(await first.exited, { code: 0, signal: null })

  // NATS runs on and has never heard of the new account: the control plane brings it.
  await startPlane(t, config)
  await eventually(async () => (await getStatus(`${url}/readyz`)) === 200, { timeoutMs: 30_000 })
  const who = await runVedette(t, 'token', 'list', '--url', url, '--token', acme.token)
  const { tokens } = JSON.parse(who.stdout)
  assert.deepEqual(
    tokens.map(({ organisation, name }: { organisation: string; name: string }) => [organisation, name]),
    [['acme', 'first admin']],
  )
})

test('tokens are made, narrowed, refused what they may not, and end at once', async (t) => {
  const dir = join(createFolder(t), 'plane')
  const [natsPort, httpPort] = [await getFreePort(), await getFreePort()]
  const init = await runVedette(
    t,
    'control-plane',
    'init',
    '--dir',
    dir,
    '--nats-url',
    `nats://127.0.0.1:${natsPort}`,
  )
  const { config, token } = JSON.parse(init.stdout)
  writeFileSync(config, `${readFileSync(config, 'utf8')}http: { port: ${httpPort} }\n`)
  await startPlane(t, config)
  const url = `http://127.0.0.1:${httpPort}`
  const as = (secret: string, ...args: string[]) => runVedette(t, ...args, '--url', url, '--token', secret)

  const made = await as(
    token,
    'token',
    'create',
    '--name',
    'bot',
    '--mode',
    'read_only',
    '--families',
    'host',
  )
  const bot = JSON.parse(made.stdout)
  assert.equal((await as(bot.secret, 'fleet')).code, 0)
  const refused = await as(bot.secret, 'token', 'create')
  assert.equal(refused.code, 5)
  assert.equal(refused.stdout, '')
  const joinToken = JSON.parse((await as(token, 'token', 'create', '--join', '--max-uses', '3')).stdout)
  assert.match(joinToken.secret, /^vdj_/)
  assert.equal((await as(token, 'token', 'revoke', bot.id)).code, 0)
  assert.equal((await as(bot.secret, 'fleet')).code, 5)
  const doctor = await as(token, 'doctor')
  assert.equal(doctor.code, 1)
  const checks: { check: string; result: string }[] = JSON.parse(doctor.stdout).checks
  assert.equal(checks.find(({ check }) => check === 'fleet')?.result, 'wrong', 'no broker is no good news')
})

test('a configuration that cannot be used ends with its fault and writes nothing to standard output', async (t) => {
  const file = join(createFolder(t), 'control-plane.yaml')
  writeFileSync(file, 'data_dir: /nonexistent\nnats: { urls: ["nats://127.0.0.1:1"] }\ntick: 5\n')
  const start = join(ROOT, 'control-plane', 'src', 'main', 'start.ts')
  const run = async () => {
    const args = [...NODE_ARGS, start, '--config', file]
    const plane = await startProcess(t, { name: 'control plane', file: process.execPath, args })
    return { ...(await plane.exited), stdout: plane.stdout(), output: plane.output() }
  }
  const unknown = await run()
  assert.deepEqual([unknown.code, unknown.stdout], [2, ''])
  assert.match(unknown.output, /has unknown keys \(tick\)/)
  writeFileSync(file, 'data_dir: /nonexistent\nnats: { urls: ["nats://127.0.0.1:1"] }\n')
  const missing = await run()
  assert.deepEqual([missing.code, missing.stdout], [2, ''])
  assert.match(missing.output, /operator\.json does not exist: make it with `vedette control-plane init`/)
})
