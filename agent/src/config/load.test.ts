import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { complete, defineConnector, SourceError, secretField, serve } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { createFolder } from '@vedette/test/kit'
import { z } from 'zod'
import { findMissing, readSecret } from './config.ts'
import { ConfigError } from './config-error.ts'
import { loadAgentConfig, parseAgentConfig } from './load.ts'

const auth = z.union([
  z.strictObject({ bearer: secretField('Token') }),
  z.strictObject({ basic: z.strictObject({ user: z.string(), password: secretField('Password') }) }),
])
const vendor = defineConnector({
  id: 'vendor',
  title: 'Vendor',
  config: z.strictObject({
    url: z.string(),
    auth: auth.optional(),
    more: z.array(z.strictObject({ key: secretField('Key').optional() })).default([]),
  }),
  connect: () => null,
  probe: async () => ({ health: 'up', scopes: [] }),
  operations: [serve(hostDisksList, async () => complete({ disks: [] }, { items: 0, as_of: 'now' }))],
})
const other = { ...vendor, id: 'other' }

const BASE = {
  name: 'web-1',
  data_dir: '/var/lib/vedette',
  nats: { url: 'nats://127.0.0.1:4222', lobby_creds_file: '/etc/vedette/lobby.creds' },
}

function parse(changes: object) {
  return parseAgentConfig(JSON.stringify({ ...BASE, ...changes }), [vendor, other])
}

function findFaults(changes: object): readonly string[] {
  try {
    parse(changes)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.faults.map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}

test('of the connectors that are built in only those that the file names are loaded', async (t) => {
  const folder = createFolder(t)
  const path = join(folder, 'agent.yaml')
  writeFileSync(
    path,
    JSON.stringify({ ...BASE, connectors: [{ connector: 'vendor', config: { url: 'u' } }] }),
  )
  const loaded: string[] = []
  const builtIn = [vendor, other].map((one) => ({
    id: one.id,
    load: async () => {
      loaded.push(one.id)
      return one
    },
  }))
  const config = await loadAgentConfig(path, builtIn)
  assert.deepEqual(loaded, ['vendor'])
  assert.deepEqual(config.notRequested, ['other'])
})

test('the smallest file serves nothing and names what was not asked for', () => {
  const config = parse({})
  assert.deepEqual(config.instances, [])
  assert.deepEqual(config.notRequested, ['vendor', 'other'])
  assert.deepEqual([config.deny, config.labels, config.log_level], [[], {}, 'info'])
})

test('an instance is named after its connector, its settings are parsed and its secrets found', () => {
  const config = parse({
    connectors: [
      {
        connector: 'vendor',
        config: {
          url: 'u',
          auth: { basic: { user: 'x', password: { env: 'P' } } },
          more: [{ key: { file: '/k' } }, {}],
        },
      },
      { connector: 'vendor', instance: 'second', config: { url: 'u' }, expect: { account: '1' } },
    ],
  })
  assert.deepEqual(
    config.instances.map(({ instance, secrets, expect }) => [instance, secrets, expect]),
    [
      ['vendor', [{ env: 'P' }, { file: '/k' }], null],
      ['second', [], { account: '1' }],
    ],
  )
  assert.deepEqual(config.notRequested, ['other'])
})

test('every fault is named with its path and the fix', () => {
  const cases: readonly (readonly [object, readonly string[]])[] = [
    [{ nats: { ...BASE.nats, tsl: {} } }, ['nats.tsl: unknown key; did you mean tls, url, urls?']],
    [{ nats: {} }, ['nats: needs either url or urls']],
    [
      { nats: { ...BASE.nats, proxy: { url: 'http://user:pw@proxy:3128' } } },
      ['nats.proxy.url: must look like http://proxy:3128, without credentials'],
    ],
    [
      { join_token: { env: 'TOKEN' }, kubernetes: { token_file: '/var/run/token' } },
      ['join_token: is not read beside kubernetes; take one of the two away'],
    ],
    [{ data_dir: undefined }, ['data_dir: is missing; give a string']],
    [
      { join_token: 'the-token-itself' },
      ['join_token: must name where the secret is: { env: VARIABLE } or { file: PATH }'],
    ],
    [
      { connectors: [{ connector: 'vendr', config: {} }] },
      ['connectors[0].connector: no built-in connector has this id; did you mean vendor, other?'],
    ],
    [
      { connectors: [{ connector: 'vendor', config: { uri: 'u' } }] },
      [
        'connectors[0].config.url: is missing; give a string',
        'connectors[0].config.uri: unknown key; did you mean url, auth, more?',
      ],
    ],
    [
      {
        connectors: [
          { connector: 'vendor', config: { url: 'u' } },
          { connector: 'vendor', config: { url: 'u' } },
        ],
      },
      ['connectors[1].instance: vendor is taken; give each instance its own name'],
    ],
    [
      { writes: ['annotations.creat'] },
      [
        'writes[0]: annotations.creat is no write; did you mean annotations.create, alerts.silences.create, incidents.notes.add?',
      ],
    ],
    [
      { writes: ['k8s.workloads.restart'] },
      ['writes[0]: k8s.workloads.restart is high_risk; set high_risk: true as well, or leave it out'],
    ],
  ]
  for (const [changes, expected] of cases) assert.deepEqual(findFaults(changes), expected)
})

test('an operation that nobody knows in the local denylist stops the start, with the nearest ones', () => {
  const [fault] = findFaults({ deny: ['host.disk.list'] })
  assert.match(
    fault ?? '',
    /^deny\[0\]: no operation is called "host\.disk\.list"; nearest: host\.disks\.list/,
  )
  assert.deepEqual(findFaults({ deny: ['host.disks.list', { deny: 'host.*', connector: 'vendor' }] }), [])
})

test('text that is no YAML is refused with its line', () => {
  assert.throws(
    () => parseAgentConfig('name: a\n  nats: [', []),
    (error) => error instanceof ConfigError && /^line \d+: is not valid YAML/.test(error.message),
  )
})

test('a fault never repeats the value that it is about', () => {
  const faults = findFaults({ join_token: 'hunter2', nats: { url: 'nats://user:hunter2@host:4222' } })
  assert.equal(faults.length, 2)
  assert.equal(faults.join().includes('hunter2'), false)
})

test('a secret is read again each time, and one that is missing says how', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'mounted', 'token')
  assert.equal(await findMissing({ file }), 'secret_missing')
  mkdirSync(join(folder, 'mounted'))
  assert.equal(await findMissing({ file }), 'secret_key_missing')
  writeFileSync(file, 'one\n')
  assert.equal(await findMissing({ file }), null)
  assert.equal(await readSecret({ file }, 'vendor'), 'one')
  writeFileSync(file, 'two')
  assert.equal(await readSecret({ file }, 'vendor'), 'two')
  assert.equal(await findMissing({ env: 'VEDETTE_TEST_NO_SUCH_VARIABLE' }), 'secret_missing')
  await assert.rejects(
    readSecret({ env: 'VEDETTE_TEST_NO_SUCH_VARIABLE' }, 'vendor'),
    (error) =>
      error instanceof SourceError && error.state === 'unauthorized' && error.carried.credential === 'vendor',
  )
})

test('a pattern of redaction that the linear engine cannot run stops the start, with the reason', async (t) => {
  const folder = createFolder(t)
  const load = async (pattern: string) => {
    const file = join(folder, 'agent.json')
    writeFileSync(
      file,
      JSON.stringify({
        name: 'a',
        data_dir: folder,
        nats: { url: 'nats://127.0.0.1:4222' },
        redaction: { custom: [{ name: 'badge', pattern }] },
      }),
    )
    return loadAgentConfig(file, [])
  }
  const { redaction } = await load('EMP-[0-9]{5}')
  assert.deepEqual(redaction, {
    custom: [{ name: 'badge', pattern: 'EMP-[0-9]{5}' }],
    public_ips: 'tag_in_text',
  })
  await assert.rejects(
    load('(a)\\1'),
    /redaction\.custom\[0\]\.pattern: badge is not a pattern of the linear engine/,
  )
  await assert.rejects(load('(?<=x)y'), /no look-around/)
  await assert.rejects(load('a*'), /matches the empty text/)
})
