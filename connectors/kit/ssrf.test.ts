import assert from 'node:assert/strict'
import type { LookupAddress, lookup } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createGuardedLookup, isRefusedAddress } from './addresses.ts'
import { createHttpClient } from './http.ts'
import { createFakeClock } from './testing/index.ts'

// Where the attacker wants to be led: the metadata service, and a trap that counts who comes.
const METADATA = [169, 254, 169, 254] as const

// The same IPv4 address in every spelling that some parser takes for it.
function spell([a, b, c, d]: readonly [number, number, number, number]): readonly string[] {
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const octal = (n: number) => `0${n.toString(8)}`
  const hex = (n: number) => `0x${n.toString(16)}`
  const low = ((b << 16) | (c << 8) | d) >>> 0
  const pair = (x: number, y: number) => ((x << 8) | y).toString(16)
  return [
    `${a}.${b}.${c}.${d}`,
    String(whole),
    hex(whole),
    `0${whole.toString(8)}`,
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map(hex).join('.'),
    `${a}.${low}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${hex(a)}.${low}`,
    `${octal(a)}.${b}.${hex(c)}.${d}`,
    `${a}.${b}.${c}.${d}.`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${pair(a, b)}:${pair(c, d)}]`,
    `[0:0:0:0:0:ffff:${pair(a, b)}:${pair(c, d)}]`,
    `[64:ff9b::${a}.${b}.${c}.${d}]`,
    `${a}%2e${b}%2e${c}%2e${d}`,
    `${a}。${b}。${c}。${d}`,
    `①⑥⑨.${b}.${c}.${d}`,
  ]
}

// How a value that becomes part of a request tries to become its host, port or scheme.
function wrap(host: string): readonly string[] {
  return [
    `@${host}/`,
    `user:pass@${host}/latest`,
    `//${host}/latest`,
    `\\\\${host}\\latest`,
    `/\\${host}/`,
    `http://${host}/latest/meta-data`,
    `..//${host}`,
    `;@${host}`,
    `#@${host}/`,
    `?@${host}/`,
    `%2f%2f${host}`,
    `.${host}`,
    `${host}:80`,
    `x\r\nHost: ${host}`,
    `x\0@${host}`,
    `:80@${host}`,
    ` ${host}`,
  ]
}

const CASES = spell(METADATA).flatMap(wrap)

// The vendor that is configured, and a trap beside it. Both count.
async function startServers(t: TestContext, location: (trap: string) => string) {
  const seen = { vendor: [] as string[], trap: 0 }
  const start = async (answer: Parameters<typeof createServer>[1]) => {
    const server = createServer(answer)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address has a port
  }
  const trap = await start((_, response) => {
    seen.trap += 1
    response.end('{}')
  })
  const vendor = await start((request, response) => {
    seen.vendor.push(request.url ?? '')
    const target = location(trap)
    if (target === '') response.setHeader('content-type', 'application/json').end('{}')
    else response.writeHead(302, { location: target }).end()
  })
  return { seen, trap, vendor }
}

function createContext() {
  const clock = createFakeClock()
  return { clock, signal: new AbortController().signal, deadline: clock.now() + 5_000 }
}

test('none of 306 spellings of another place, as path or query, leads anywhere but to the vendor', async (t) => {
  assert.ok(CASES.length >= 300)
  const { seen, vendor } = await startServers(t, () => '')
  const client = createHttpClient({ baseUrl: `${vendor}/base`, name: 'vendor' })
  const context = createContext()
  let asked = 0
  for (const shape of CASES) {
    // As a path it is refused, or stands as one encoded segment below the base.
    const went = await client.get({ path: ['api', shape], context }).then(
      () => true,
      (error: Error) => {
        assert.equal(error.name, 'ArgumentError', shape)
        return false
      },
    )
    await client.get({ path: ['api'], query: { q: shape }, context })
    asked += went ? 2 : 1
  }
  assert.equal(seen.vendor.length, asked, 'every request that left came to the vendor')
  assert.equal(seen.trap, 0)
  for (const url of seen.vendor) assert.match(url, /^\/base\/api(?:\/[^/?#]+)?(?:\?q=[^#]*)?$/)
})

test('redirects lead nowhere: not to a trap, not to metadata, not in a chain', async (t) => {
  const targets = [
    (trap: string) => `${trap}/x`,
    () => '//169.254.169.254/',
    () => '/base/again',
    () => 'file:///etc/passwd',
  ]
  for (const target of targets) {
    const { seen, vendor } = await startServers(t, target)
    const client = createHttpClient({ baseUrl: `${vendor}/base`, name: 'vendor' })
    await assert.rejects(client.get({ path: ['api'], context: createContext() }), { state: 'unusable' })
    assert.deepEqual([seen.trap, seen.vendor], [0, ['/base/api']])
  }
})

test('a name that answers with the vendor first and with metadata later is refused at that later time', async () => {
  const answers = [['203.0.113.7'], ['169.254.169.254'], ['203.0.113.7', '::ffff:169.254.169.254']]
  // Stands in for node:dns, of which only this overload is used.
  const resolve = ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const next = answers.shift() ?? []
    done(
      null,
      next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }) as unknown as typeof lookup
  const guarded = createGuardedLookup(resolve)
  const ask = () =>
    new Promise<unknown>((settle) => {
      guarded('rebinding.test', {}, (error, address) => settle(error?.code ?? address))
    })
  assert.deepEqual(
    [await ask(), await ask(), await ask()],
    ['203.0.113.7', 'ADDRESS_REFUSED', 'ADDRESS_REFUSED'],
  )
})

test('every spelling of the metadata service that a URL reads as an address is a refused one', () => {
  const read = spell(METADATA).flatMap((host) => {
    const url = URL.parse(`http://${host}/`)
    return url === null ? [] : [url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')]
  })
  assert.ok(read.length >= 12)
  assert.deepEqual(
    read.filter((address) => !isRefusedAddress(address)),
    [],
  )
})
