import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { parse } from 'yaml'
import { parseControlPlaneConfig } from '../../src/config/index.ts'
import { createStore } from '../../src/store/index.ts'
import { createDataDir, type DataDir } from './data-dir.ts'
import { LOCAL_ORGANISATION, prepare } from './prepare.ts'

const PORTS = { nats: 5001, http: 5002 }

const withStore = async <T>(
  dir: DataDir,
  use: (store: Awaited<ReturnType<typeof createStore>>) => Promise<T>,
) => {
  const store = await createStore({ url: `sqlite:${dir.store}`, clock: systemClock })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

test('the first run makes a private token whose hash is in the store, and files for these ports', async (t) => {
  const dir = createDataDir(createFolder(t))
  const { token } = await prepare(dir, PORTS, systemClock)
  for (const file of [
    dir.token,
    dir.store,
    dir.agentConfig,
    join(dir.root, 'operator.json'),
    join(dir.nats, 'nats.conf'),
  ])
    assert.equal(statSync(file).mode & 0o077, 0, file)
  const principal = await withStore(dir, (store) => store.tokens.verify(token))
  assert.deepEqual(
    [principal?.organisation, principal?.name, principal?.role],
    [LOCAL_ORGANISATION, 'local', 'admin'],
  )
  const config = parseControlPlaneConfig(readFileSync(dir.controlPlaneConfig, 'utf8'))
  assert.deepEqual([config.http.port, config.nats.urls], [5002, ['nats://127.0.0.1:5001']])
  const agent = parse(readFileSync(dir.agentConfig, 'utf8'))
  assert.equal(agent.nats.url, 'nats://127.0.0.1:5001')
  const joinToken = readFileSync(agent.join_token.file, 'utf8').trim()
  const redeem = () => withStore(dir, (store) => store.joinTokens.redeem(joinToken, systemClock.now()))
  assert.equal(typeof (await redeem()), 'object')
  assert.equal(await redeem(), 'token_used')
})

test('a later run keeps token, operator and the edited agent file, and changes the ports alone', async (t) => {
  const dir = createDataDir(createFolder(t))
  const first = await prepare(dir, PORTS, systemClock)
  const operator = readFileSync(join(dir.root, 'operator.json'), 'utf8')
  const edited = `${readFileSync(dir.agentConfig, 'utf8')}labels: { team: x } # mine\n`
  writeFileSync(dir.agentConfig, edited)
  assert.deepEqual(await prepare(dir, { nats: 6001, http: 6002 }, systemClock), first)
  assert.equal(readFileSync(join(dir.root, 'operator.json'), 'utf8'), operator)
  assert.equal(readFileSync(dir.agentConfig, 'utf8'), edited.replace('5001', '6001'))
})

test('a token that was revoked is replaced, not brought back', async (t) => {
  const dir = createDataDir(createFolder(t))
  const first = await prepare(dir, PORTS, systemClock)
  await withStore(dir, async (store) => {
    const [row] = await store.tokens.list(LOCAL_ORGANISATION)
    await store.tokens.revoke(LOCAL_ORGANISATION, row?.id ?? '')
  })
  const second = await prepare(dir, PORTS, systemClock)
  assert.notEqual(second.token, first.token)
  assert.equal(await withStore(dir, (store) => store.tokens.verify(first.token)), null)
  assert.deepEqual(await prepare(dir, PORTS, systemClock), second)
})

test('an agent that has joined is given no new join token', async (t) => {
  const dir = createDataDir(createFolder(t))
  await prepare(dir, PORTS, systemClock)
  const joinToken = join(dir.agent, 'join-token')
  rmSync(joinToken)
  writeFileSync(join(dir.agent, 'identity.json'), '{}')
  await prepare(dir, PORTS, systemClock)
  assert.equal(existsSync(joinToken), false)
  const rows = await withStore(dir, (store) => store.joinTokens.list(LOCAL_ORGANISATION))
  assert.equal(rows.length, 1)
})
