import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { createHttpClient } from '@vedette/connectors/kit'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import {
  createAuthority,
  createFolder,
  findTool,
  type StartedListener,
  startListener,
} from '@vedette/test/kit'

const NEEDS = findTool('openssl') === undefined ? { skip: 'no openssl' } : {}
const PLACE = '127.0.0.1'

/** One door for each library that opens connections: an HTTP vendor, and two protocols of their own. */
const DOORS = [
  {
    connector: 'prometheus',
    operation: 'metrics.query',
    input: { expr: 'up' },
    toConfig: (host: string, port: number, ca: string) => ({ url: `https://${host}:${port}`, ca_file: ca }),
  },
  {
    connector: 'redis',
    operation: 'db.ping',
    input: {},
    toConfig: (host: string, port: number, ca: string) => ({ host, port, tls: { ca_file: ca } }),
  },
  {
    connector: 'postgres',
    operation: 'db.ping',
    input: {},
    toConfig: (host: string, port: number, ca: string) => ({
      ...{ host, port, username: 'vedette', tls: { ca_file: ca } },
    }),
  },
] as const

type Door = (typeof DOORS)[number]

/** The word and the code that a read through this door ends with. */
async function askThrough(door: Door, place: Readonly<{ host: string; port: number; ca: string }>) {
  const connector = await CONNECTORS.find(({ id }) => id === door.connector)?.load()
  assert.ok(connector, `the registry has no ${door.connector}`)
  const client = connector.connect(connector.config.parse(door.toConfig(place.host, place.port, place.ca)), {
    clock: systemClock,
    instance: door.connector,
    readSecret: async (ref) => ('file' in ref ? readFileSync(ref.file, 'utf8') : ''),
  })
  const served = connector.operations.find(({ operation }) => operation.id === door.operation)
  const context = {
    clock: systemClock,
    signal: new AbortController().signal,
    deadline: systemClock.now() + 30_000,
  }
  const error: unknown = await served?.run(client, door.input, context).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  await connector.close?.(client)
  const { state, carried } = error as Readonly<{ state: string; carried: Readonly<{ errno?: string }> }> // a SourceError, or the test fails on its fields
  return [state, carried.errno]
}

test(
  'a certificate that is expired, of another host or not there ends in upstream_failed, and nothing is said without it (needs openssl)',
  NEEDS,
  async (t) => {
    const authority = createAuthority(t)
    const ca = authority.caFile
    const servers = {
      expired: await startListener(t, { pair: authority.issue([`IP:${PLACE}`], { expired: true }) }),
      other: await startListener(t, { pair: authority.issue(['DNS:elsewhere.test']) }),
      bare: await startListener(t, { pair: null }),
    }
    for (const door of DOORS) {
      const ask = ({ port }: StartedListener) => askThrough(door, { host: PLACE, port, ca })
      assert.deepEqual(await ask(servers.expired), ['upstream_failed', 'CERT_HAS_EXPIRED'], door.connector)
      const wrongHost = ['upstream_failed', 'ERR_TLS_CERT_ALTNAME_INVALID']
      assert.deepEqual(await ask(servers.other), wrongHost, door.connector)
      assert.equal((await ask(servers.bare))[0], 'upstream_failed', door.connector)
    }
    for (const [name, { clear, secret, asked }] of Object.entries(servers)) {
      assert.ok(asked() >= DOORS.length, `${name} was asked ${asked()} times`)
      assert.deepEqual([clear, secret], [[], []], name)
    }
  },
)

test('a name that resolves nowhere ends in upstream_failed through every door', async (t) => {
  const ca = join(createFolder(t), 'ca.pem')
  writeFileSync(ca, '')
  const place = { host: 'vendor.vedette.invalid', port: 443, ca }
  const told = await Promise.all(DOORS.map((door) => askThrough(door, place)))
  for (const [state, errno] of told) {
    assert.equal(state, 'upstream_failed')
    // Where the machine has no resolver at all, the question fails another way.
    assert.ok(errno === 'ENOTFOUND' || errno === 'EAI_AGAIN', errno)
  }
})

test('a vendor behind a proxy that asks for a password first has failed, and is not one that refuses us', async (t) => {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () =>
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n'),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, PLACE, resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo // it listens on TCP
  const client = createHttpClient({ baseUrl: `http://${PLACE}:${port}`, name: 'vendor' })
  t.after(() => client.close())
  const { signal } = new AbortController()
  const context = { clock: systemClock, signal, deadline: systemClock.now() + 30_000 }
  await assert.rejects(client.get({ path: ['x'], context }), {
    state: 'upstream_failed',
    carried: { status: 407 },
  })
})
