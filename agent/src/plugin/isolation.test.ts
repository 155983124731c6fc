import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toBinary } from '@bufbuild/protobuf'
import type { Metadata } from '@grpc/grpc-js'
import { systemClock } from '@vedette/proto/clock'
import { defineConnector, secretField } from '@vedette/proto/connector'
import { createFolder } from '@vedette/test/kit'
import { z } from 'zod'
import { ConfigError, loadAgentConfig } from '../config/index.ts'
import { createHost, createInstance } from '../host/index.ts'
import { probeInstance } from '../prober/probe.ts'
import { RunRequestSchema } from './connector-pb.ts'
import { disks, HONEST, type RunCall, send, startPlugin } from './testing/serve-plugin.ts'

const CANARY = 'canary-9b1f77e0'

const vendor = defineConnector({
  id: 'vendor',
  title: 'Vendor',
  config: z.strictObject({ token: secretField('Token') }),
  connect: () => null,
  probe: async () => ({ health: 'up', scopes: [{ account: CANARY }] }),
  operations: [],
})
const builtIn = [{ id: 'vendor', load: async () => vendor }]

function write(folder: string, connectors: readonly object[]): string {
  const file = join(folder, 'agent.yaml')
  const rest = { name: 'web-1', data_dir: folder, nats: { url: 'nats://n:4222' } }
  writeFileSync(file, JSON.stringify({ ...rest, join_token: { file: join(folder, 'token') }, connectors }))
  return file
}

test('a plugin that looks for the environment or other credentials is sent its own settings and nothing else', async (t) => {
  const heard: { metadata: Metadata; bytes: Uint8Array }[] = []
  const run = (call: RunCall) => {
    heard.push({ metadata: call.metadata, bytes: toBinary(RunRequestSchema, call.request) })
    send(call, ...disks('/'))
  }
  const { socket } = await startPlugin(t, { ...HONEST, run })
  const folder = createFolder(t)
  writeFileSync(join(folder, 'token'), CANARY)
  process.env['VEDETTE_TEST_CANARY'] = CANARY
  t.after(() => delete process.env['VEDETTE_TEST_CANARY'])
  const file = write(folder, [
    { connector: 'vendor', config: { token: { env: 'VEDETTE_TEST_CANARY' } } },
    { plugin: { socket }, instance: 'side', config: { token: { env: 'VEDETTE_TEST_CANARY' }, region: 'x' } },
  ])
  const config = await loadAgentConfig(file, builtIn)
  const instances = config.instances.map((one) =>
    createInstance(one, { clock: systemClock, enableWrites: [] }),
  )
  const host = createHost(systemClock, instances)
  t.after(() => host.close())
  for (const instance of instances) await probeInstance(systemClock, instance, 5_000)
  const side = host.instances.get('side')
  const served = side?.served.get('host.disks.list')
  assert.ok(side !== undefined && served !== undefined)
  await host.run({
    instance: side,
    served,
    arguments: {},
    scopes: [{ account: CANARY }],
    budgetMs: 5_000,
    signal: new AbortController().signal,
    onVendorCall: () => {},
    investigation: CANARY,
  })
  const [one] = heard
  assert.ok(one !== undefined)
  assert.deepEqual(Object.keys(one.metadata.getMap()), ['user-agent'])
  assert.match(String(one.metadata.get('user-agent')), /^grpc-node-js\/[\d.]+$/)
  const sent = Buffer.from(one.bytes).toString('latin1')
  assert.ok(sent.includes('"region":"x"'), 'its own settings are sent')
  assert.ok(
    !sent.includes(CANARY),
    'a reference to a secret is sent as it is written, never what it stands for',
  )
})

test('an entry that names a plugin is checked without touching it, and loads no built-in connector', async (t) => {
  const folder = createFolder(t)
  const load = async () => assert.fail('it was loaded')
  const entry = { plugin: { socket: '/run/p.sock' }, instance: 'side', connector: 'shelf' }
  const config = await loadAgentConfig(write(folder, [entry]), [{ id: 'vendor', load }])
  assert.deepEqual(
    config.instances.map(({ instance, connector, secrets }) => [instance, connector.id, secrets]),
    [['side', 'shelf', []]],
  )
  assert.deepEqual(config.notRequested, ['vendor'])
})

const TLS = { ca_file: '/ca', cert_file: '/cert', key_file: '/key' }
const WRONG: readonly [name: string, entry: object, fault: RegExp][] = [
  [
    'takes the id of a built-in one',
    { connector: 'vendor', plugin: { socket: '/p' }, instance: 'a' },
    /connectors\[0\]\.connector.*built in/s,
  ],
  ['has no name', { plugin: { socket: '/p' } }, /connectors\[0\]\.instance.*missing/s],
  ['names neither', { instance: 'a' }, /connectors\[0\]\.connector.*missing/s],
  ['has a relative socket', { plugin: { socket: 'p.sock' }, instance: 'a' }, /connectors\[0\]\.plugin/],
  ['is at an address without TLS', { plugin: { address: 'h:1' }, instance: 'a' }, /connectors\[0\]\.plugin/],
  ['is at a URL', { plugin: { address: 'http://h:1', tls: TLS }, instance: 'a' }, /connectors\[0\]\.plugin/],
]

for (const [name, entry, fault] of WRONG) {
  test(`an entry that ${name} is refused, and the fault names the field`, async (t) => {
    const file = write(createFolder(t), [entry])
    await assert.rejects(loadAgentConfig(file, builtIn), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, fault)
      return true
    })
  })
}

test('the key of mutual TLS is a secret that health asks for', async (t) => {
  const file = write(createFolder(t), [{ plugin: { address: 'h:1', tls: TLS }, instance: 'a' }])
  const { instances } = await loadAgentConfig(file, builtIn)
  assert.deepEqual(instances[0]?.secrets, [{ file: '/key' }])
})
