import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import { type Connector, type Reading, SourceError } from '@vedette/proto/connector'
import {
  createFolder,
  eventually,
  findTool,
  getFreePort,
  type StartedRedis,
  startRedis,
} from '@vedette/test/kit'

// The line of the README's least permissions, with a password.
const RULES = ['on', '>secret', 'resetkeys', 'resetchannels', '-@all', '+ping', '+info']
const FULL = [...RULES, '+slowlog|get', '+slowlog|len', '+config|get']

describe('the Redis connector over a real server', { timeout: 60_000 }, () => {
  let connector: Connector
  let redis: StartedRedis
  const undos: (() => void | Promise<void>)[] = []
  const cleanup = { after: (undo: () => void | Promise<void>) => void undos.push(undo) }

  before(async () => {
    connector = await findConnector()
    redis = await startRedis(cleanup, { settings: { 'slowlog-log-slower-than': '0' } })
    await redis.cli('ACL', 'SETUSER', 'vedette', ...FULL)
    await redis.cli('ACL', 'SETUSER', 'poor', ...RULES)
    await redis.cli('SET', 'cart:maria', 'a value')
  })
  after(async () => {
    for (const undo of undos.reverse()) await undo()
  })

  async function ask(operation: string, given: Given = {}): Promise<Reading<unknown>> {
    const { input = {}, user = 'vedette', password = 'secret', deadlineMs = 10_000 } = given
    const config = {
      host: '127.0.0.1',
      port: redis.port,
      username: user,
      password: { env: 'X' },
      ...given.config,
    }
    const client = connector.connect(connector.config.parse(config), {
      clock: systemClock,
      instance: 'cache',
      readSecret: async (ref) => ('file' in ref ? ref.file : password),
    })
    const served = connector.operations.find((one) => one.operation.id === operation)
    assert.ok(served, `${operation} is not served`)
    const deadline = systemClock.now() + deadlineMs
    const reading = await served.run(client, input, {
      clock: systemClock,
      signal: new AbortController().signal,
      deadline,
    })
    return { ...reading, value: served.operation.output.parse(reading.value) }
  }
  const states = (reading: Reading<unknown>) => reading.parts.map((part) => part.state)
  const toValue = (reading: Reading<unknown>) => reading.value as Record<string, unknown>

  test('the permissions of the README are enough for every operation', async () => {
    for (const { operation } of connector.operations)
      await assert.doesNotReject(ask(operation.id), operation.id)
  })

  test('state and keys are those of the server', async () => {
    const { version, mode, role, keys, max_bytes } = toValue(await ask('cache.info.get'))
    assert.match(String(version), /^\d+\.\d+/)
    assert.deepEqual([mode, role, keys, max_bytes], ['standalone', 'primary', 1, 0])
    const ping = toValue(await ask('db.ping'))
    assert.deepEqual([ping.reachable, ping.role, ping.read_only], [true, 'primary', false])
  })

  test('a slow command is told without its arguments', async () => {
    const reading = await ask('cache.slowlog.list', { input: { limit: 128 } })
    const entries = toValue(reading).entries as { command: string; arguments: string }[]
    const set = entries.find((one) => one.command === 'SET')
    assert.equal(set?.arguments, 'cart:* (+1)')
    assert.doesNotMatch(JSON.stringify(entries), /maria|a value|secret/)
  })

  test('an empty slow log is proved only while nobody reset it', async () => {
    const quiet = await startRedis(cleanup, { settings: { 'slowlog-log-slower-than': '1000000' } })
    const open = { config: { port: quiet.port, username: undefined, password: undefined } }
    const fresh = await ask('cache.slowlog.list', open)
    assert.deepEqual([states(fresh), fresh.parts[0]?.proof], [['empty'], 'enumerated'])
    await quiet.cli('SLOWLOG', 'RESET')
    const reset = await ask('cache.slowlog.list', open)
    assert.deepEqual([states(reset), reset.parts[0]?.why], [['unproven'], 'slowlog_was_reset'])
    await quiet.cli('CONFIG', 'SET', 'slowlog-log-slower-than', '-1')
    assert.equal((await ask('cache.slowlog.list', open)).parts[0]?.why, 'slowlog_off')
  })

  test('no setting gives a password away', async () => {
    const locked = await startRedis(cleanup, {
      settings: { requirepass: 'canary-9f', masterauth: 'canary-8e' },
    })
    const config = { port: locked.port, username: undefined }
    const reading = await ask('db.settings.get', { config, password: 'canary-9f', input: { limit: 500 } })
    assert.doesNotMatch(JSON.stringify(reading), /canary/)
    const { withheld, total } = toValue(reading) as { withheld: string[]; total: number }
    assert.ok(withheld.includes('requirepass') && withheld.includes('masterauth'))
    assert.ok(total > 100)
    await assert.rejects(ask('db.ping', { config: { ...config, password: undefined } }), {
      state: 'unauthorized',
    })
  })

  test('a wrong password is unauthorized and a missing permission names its command', async () => {
    await assert.rejects(ask('db.ping', { password: 'wrong' }), { state: 'unauthorized' })
    await assert.rejects(ask('cache.slowlog.list', { user: 'poor' }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried], ['forbidden', { missing: '+slowlog|get' }])
      return true
    })
    await assert.rejects(ask('db.settings.get', { user: 'poor' }), { carried: { missing: '+config|get' } })
  })

  test('a replica is told with its lag, and none is proved empty', async () => {
    assert.deepEqual(states(await ask('db.replication.get')), ['empty'])
    const replica = await startRedis(cleanup, { settings: { replicaof: `127.0.0.1 ${redis.port}` } })
    await redis.cli('PING')
    const reading = await eventually(
      async () => {
        const told = await ask('db.replication.get')
        const [first] = toValue(told).replicas as { state: string }[]
        return first?.state === 'streaming' ? told : undefined
      },
      { timeoutMs: 30_000 },
    )
    const [row] = toValue(reading).replicas as { healthy: boolean; lag_s: number; lag_bytes: number }[]
    assert.equal(row?.healthy, true)
    assert.ok(Number(row?.lag_s) >= 0 && Number(row?.lag_bytes) >= 0)
    const own = await ask('db.replication.get', {
      config: { port: replica.port, username: undefined, password: undefined },
    })
    const { role, source, replicas, own_lag_s } = toValue(own)
    assert.deepEqual([role, source, own_lag_s], ['replica', `127.0.0.1:${redis.port}`, null])
    assert.equal((replicas as { state: string }[])[0]?.state, 'streaming')
  })

  test('another server than the one expected is not read', async () => {
    await assert.rejects(ask('db.ping', { config: { expect_run_id: '0'.repeat(40) } }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.why], ['unusable', 'scope_mismatch'])
      return true
    })
  })

  test('certificates are checked unless the configuration says otherwise (needs openssl)', {
    ...(findTool('openssl') === undefined ? { skip: 'no openssl' } : {}),
  }, async () => {
    const folder = createFolder(cleanup)
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    const port = await getFreePort()
    const files = { 'tls-cert-file': cert, 'tls-key-file': key, 'tls-auth-clients': 'no' }
    await startRedis(cleanup, { settings: { 'tls-port': String(port), ...files } })
    const open = { port, host: 'localhost', username: undefined, password: undefined }
    const authority = readFileSync(cert, 'utf8')
    await assert.doesNotReject(ask('db.ping', { config: { ...open, tls: { mode: 'encrypt' } } }))
    await assert.doesNotReject(ask('db.ping', { config: { ...open, tls: { ca_file: authority } } }))
    for (const [config, errno] of [
      [{ ...open, tls: {} }, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      [{ ...open, host: '127.0.0.1', tls: { ca_file: authority } }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ] as const)
      await assert.rejects(ask('db.ping', { config }), { state: 'upstream_failed', carried: { errno } })
    const named = { ca_file: authority, servername: 'localhost' }
    await assert.doesNotReject(ask('db.ping', { config: { ...open, host: '127.0.0.1', tls: named } }))
    // Nothing encrypted where encryption is expected.
    await assert.rejects(ask('db.ping', { config: open, deadlineMs: 2000 }), { name: 'SourceError' })
  })

  test('a stopped server is timed out, a killed one has failed', async () => {
    const doomed = await startRedis(cleanup)
    const config = { port: doomed.port, username: undefined, password: undefined }
    doomed.send('SIGSTOP')
    await assert.rejects(ask('db.ping', { config, deadlineMs: 500 }), { state: 'timed_out' })
    doomed.send('SIGCONT')
    await doomed.stop('SIGKILL')
    await assert.rejects(ask('db.ping', { config }), {
      state: 'upstream_failed',
      carried: { errno: 'ECONNREFUSED' },
    })
    await assert.rejects(ask('db.ping', { config: { ...config, port: await getFreePort() } }), {
      state: 'upstream_failed',
    })
  })
})

type Given = Readonly<{
  input?: Record<string, unknown>
  user?: string
  password?: string
  config?: Record<string, unknown>
  deadlineMs?: number
}>

async function findConnector(): Promise<Connector> {
  const found = CONNECTORS.find((one) => one.id === 'redis')
  assert.ok(found, 'the registry has no redis')
  return found.load()
}
