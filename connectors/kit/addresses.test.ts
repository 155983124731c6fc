import assert from 'node:assert/strict'
import type { LookupAddress, lookup } from 'node:dns'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { createGuardedLookup, isRefusedAddress } from './addresses.ts'
import { createHttpClient } from './http.ts'
import { createFakeClock, createReplayServer } from './testing/index.ts'

test('metadata, link-local and unspecified addresses are refused in every form that resolves', () => {
  const refused = [
    '169.254.169.254',
    '169.254.0.1',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '0.0.0.0',
    '0.1.2.3',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1',
    'febf::1',
    '::',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '::ffff:100.100.100.200',
    '64:ff9b::169.254.169.254',
  ]
  assert.deepEqual(
    refused.filter((address) => !isRefusedAddress(address)),
    [],
  )
})

test('private, loopback and public addresses are allowed, for the configuration names the host', () => {
  const allowed = [
    '10.1.2.3',
    '127.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '::1',
    'fd12::1',
    '8.8.8.8',
    '169.253.1.1',
  ]
  assert.deepEqual(allowed.filter(isRefusedAddress), [])
})

test('a name is refused when any of its addresses is, and the socket gets what was checked', async () => {
  assert.equal(await resolveWith(['10.0.0.1', '169.254.169.254']), 'ADDRESS_REFUSED')
  assert.deepEqual(await resolveWith(['10.0.0.1', '::1']), ['10.0.0.1', '::1'])
})

function resolveWith(addresses: readonly string[]): Promise<unknown> {
  const answer: LookupAddress[] = addresses.map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }))
  // Stands in for node:dns, of which only this overload is used.
  const resolve = ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) =>
    done(null, answer)) as unknown as typeof lookup
  return new Promise((settle) => {
    createGuardedLookup(resolve)('vendor.test', { all: true }, (error, found) => {
      settle(error === null ? (found as LookupAddress[]).map((one) => one.address) : error.code)
    })
  })
}

test('odd spellings of a host stay on the host that the configuration wrote', async () => {
  const server = await createReplayServer()
  const clock = createFakeClock()
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
  const client = createHttpClient({ baseUrl: server.url, name: 'vendor' })
  const shapes = [
    '..%2f',
    '%2e',
    '..',
    '.',
    'a/b',
    '//',
    ';x',
    '?q',
    '#f',
    'a\0b',
    'a\\b',
    '',
    '\n',
    '@evil/',
    'a%00',
    '..;',
    'http://x',
  ]
  for (const shape of shapes) {
    await assert.rejects(client.get({ path: ['api', shape], context }), {
      name: 'ArgumentError',
      field: 'path',
    })
  }
  assert.equal(server.connections(), 0)
  await assert.rejects(
    client.get({ path: ['@evil.test:80'], query: { q: '../../x#?' }, context }),
    (error) => error instanceof SourceError && error.carried.status === 404,
  )
  assert.equal(server.requests[0]?.path, '/%40evil.test%3A80')
  assert.equal(server.requests[0]?.headers.host, new URL(server.url).host)
  client.close()
  await server.stop()
})
