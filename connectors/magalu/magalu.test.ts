import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  createFakeClock,
  createReplayServer,
  describeConnector,
  type Route,
} from '@vedette/connectors/kit/testing'
import { type CallContext, type Reading, SourceError } from '@vedette/proto/connector'
import { connectMagalu, type MagaluClient } from './client.ts'
import { configSchema } from './config.ts'
import { magaluConnector } from './index.ts'
import { mapSome } from './lists.ts'
import { isOpen } from './network.ts'
import { probeMagalu } from './probe.ts'

describeConnector({
  connector: magaluConnector,
  folder: import.meta.dirname,
  config: ({ baseUrl }) => ({ url: baseUrl, token: { env: 'MGC_TOKEN' }, regions: ['br-se1'] }),
})

const TENANT = '7c1e2f60-1111-4aaa-9bbb-000000000001'
const WHO: Route = { path: '/iam/api/v1/access-control', json: { tenant_id: TENANT, name: 'acme' } }
const VPC = { id: 'v1', name: 'net', tenant_id: TENANT, status: 'created' }
const networksOf = (region: string, status = 200): Route => ({
  path: `/${region}/network/v0/vpcs`,
  status,
  json: status === 200 ? { vpcs: [VPC] } : {},
})
const subnetsOf = (region: string): Route => ({
  path: `/${region}/network/v0/vpcs/v1/subnets`,
  json: { subnets: [{ id: `s-${region}`, vpc_id: 'v1', cidr_block: '10.0.0.0/24' }] },
})

type World = Readonly<{ client: MagaluClient; context: CallContext; rotate(): void }>

async function withClient(
  config: Readonly<Record<string, unknown>>,
  routes: readonly Route[],
  body: (world: World, server: Awaited<ReturnType<typeof createReplayServer>>) => Promise<void>,
): Promise<void> {
  const server = await createReplayServer(routes)
  const clock = createFakeClock()
  let token = 'first'
  const client = connectMagalu(configSchema.parse({ url: server.url, token: { env: 'T' }, ...config }), {
    clock,
    instance: 'magalu',
    readSecret: async () => token,
  })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
  const rotate = () => {
    token = 'second'
  }
  try {
    await body({ client, context, rotate }, server)
  } finally {
    client.close()
    await server.stop()
  }
}

function run({ client, context }: World, id: string, input: unknown): Promise<Reading<unknown>> {
  const served = magaluConnector.operations.find(({ operation }) => operation.id === id)
  assert.ok(served, id)
  return served.run(client, input, context)
}

test('the tenant is asked once per token, which is sent as its kind wants', async () => {
  await withClient({}, [WHO], async ({ client, context, rotate }, server) => {
    assert.deepEqual((await client.identify(context)).tenant, TENANT)
    await client.identify(context)
    rotate()
    await client.identify(context)
    assert.deepEqual(
      server.requests.map(({ headers }) => headers['x-api-key']),
      ['first', 'second'],
    )
  })
  await withClient({ auth: 'bearer' }, [WHO], async ({ client, context }, server) => {
    await client.identify(context)
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer first')
  })
})

test('another tenant than the one expected is not read', async () => {
  const config = { expect_tenant: '7c1e2f60-1111-4aaa-9bbb-000000000002' }
  await withClient(config, [WHO], async ({ client, context }) => {
    const error = await client.identify(context).catch((one: unknown) => one)
    assert.ok(error instanceof SourceError)
    assert.deepEqual([error.state, error.carried.why], ['unusable', 'scope_mismatch'])
  })
})

test('each region is a part of its own, and one that fails is named beside what was read', async () => {
  const routes = [WHO, networksOf('br-se1'), subnetsOf('br-se1'), networksOf('br-ne1', 403)]
  await withClient({}, routes, async (world) => {
    const { value, parts } = await run(world, 'cloud.subnets.list', {})
    assert.deepEqual(
      parts.map(({ scope, state }) => [scope['region'], state]),
      [
        ['br-se1', 'read'],
        ['br-ne1', 'forbidden'],
      ],
    )
    assert.deepEqual(parts[1]?.missing, 'network.read')
    assert.equal((value as { total: number | null }).total, null)
  })
})

test('the third region goes by another word in addresses', async () => {
  const routes = [WHO, networksOf('br-se-1'), subnetsOf('br-se-1')]
  await withClient({ regions: ['br-mgl1'] }, routes, async (world, server) => {
    const { parts } = await run(world, 'cloud.networks.list', {})
    assert.deepEqual(parts[0]?.scope, { account: TENANT, region: 'br-mgl1' })
    assert.deepEqual(server.unmatched, [])
  })
})

test('a thing that one region does not have, while another did not answer, is not called unknown', async () => {
  const routes = [WHO, networksOf('br-se1'), networksOf('br-ne1', 500)]
  await withClient({}, routes, async (world) => {
    await assert.rejects(run(world, 'cloud.networks.get', { id: 'other' }), { state: 'upstream_failed' })
  })
})

test('a probe with one region that fails is degraded, and down when all fail', async () => {
  await withClient(
    {},
    [WHO, networksOf('br-se1'), networksOf('br-ne1', 500)],
    async ({ client, context }) => {
      const { health, code, scopes } = await probeMagalu(client, context)
      assert.deepEqual([health, code, scopes.length], ['degraded', 'upstream_failed', 1])
    },
  )
  await withClient(
    {},
    [WHO, networksOf('br-se1', 500), networksOf('br-ne1', 500)],
    async ({ client, context }) => {
      assert.equal((await probeMagalu(client, context)).health, 'down')
    },
  )
})

test('a page that repeats for ever is never the end of a list', async () => {
  const page = {
    path: '/br-se1/compute/v1/instances',
    json: { instances: [{ id: 'i-1', state: 'running' }], meta: {} },
  }
  await withClient({ regions: ['br-se1'] }, [WHO, page], async (world) => {
    const { parts } = await run(world, 'cloud.instances.list', {})
    assert.deepEqual([parts[0]?.state, parts[0]?.cap], ['truncated', 'by_source'])
    assert.deepEqual([parts[1]?.state, parts[1]?.why], ['unusable', 'malformed'])
  })
})

test('a rule without a source, or with every address, is open; one of a range is not', () => {
  const rule = (remote_ip_prefix: string | null, ethertype = 'IPv4') => ({
    direction: 'ingress',
    remote_ip_prefix,
    ethertype,
  })
  assert.deepEqual(
    [rule(null), rule(''), rule('0.0.0.0/0'), rule('::/0'), rule(null, 'IPv6'), rule('10.0.0.0/8')].map(
      isOpen,
    ),
    [true, true, true, true, true, false],
  )
})

test('questions about several things keep their order, four at a time', async () => {
  let open = 0
  let most = 0
  const answers = await mapSome([5, 4, 3, 2, 1, 0], async (one) => {
    open++
    most = Math.max(most, open)
    await new Promise((resolve) => setImmediate(resolve))
    open--
    return one * 2
  })
  assert.deepEqual(answers, [10, 8, 6, 4, 2, 0])
  assert.equal(most, 4)
})

test('each operation declares the scopes that it needs', () => {
  for (const { operation } of magaluConnector.operations)
    assert.notEqual((operation.permissions['magalu'] ?? []).length, 0, operation.id)
})
