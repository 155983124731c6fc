import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import { type Connector, type Reading, SourceError } from '@vedette/proto/connector'
import { eventually, findTool, type StartedRabbitmq, startRabbitmq } from '@vedette/test/kit'

type Given = Readonly<{
  input?: Record<string, unknown>
  user?: string
  password?: string
  config?: Record<string, unknown>
  deadlineMs?: number
}>

const NOBODY = { configure: '', write: '', read: '' }

describe('the RabbitMQ connector over a real broker', {
  timeout: 170_000,
  ...(findTool('rabbitmq-server') === undefined ? { skip: 'rabbitmq-server is not installed' } : {}),
}, () => {
  let connector: Connector
  let broker: StartedRabbitmq
  const undos: (() => void | Promise<void>)[] = []
  const cleanup = { after: (undo: () => void | Promise<void>) => void undos.push(undo) }

  before(async () => {
    const found = await CONNECTORS.find((one) => one.id === 'rabbitmq')?.load()
    assert.ok(found, 'the registry has no rabbitmq')
    connector = found
    broker = await startRabbitmq(cleanup)
    await setUp(broker)
    await eventually(
      async () => {
        const told = toValue(await ask('queues.get', { input: { queue: 'shop/orders.dead' } }))
        return (told.queue as { depth: number | null }).depth === 3
      },
      { timeoutMs: 60_000, everyMs: 500 },
    )
  })
  after(async () => {
    for (const undo of undos.reverse()) await undo()
  })

  async function ask(operation: string, given: Given = {}): Promise<Reading<unknown>> {
    const { input = {}, user: username = 'vedette', password = 'pw', deadlineMs = 15_000 } = given
    const config = { url: broker.url, username, password: { env: 'X' }, ...given.config }
    const client = connector.connect(connector.config.parse(config), {
      clock: systemClock,
      instance: 'orders-mq',
      readSecret: async () => password,
    })
    const served = connector.operations.find((one) => one.operation.id === operation)
    assert.ok(served, `${operation} is not served`)
    const now = systemClock.now()
    const takesWindow = Object.hasOwn(served.operation.input.shape, 'from')
    const window = takesWindow
      ? { from: new Date(now - 600_000).toISOString(), to: new Date(now).toISOString() }
      : {}
    const context = { clock: systemClock, signal: new AbortController().signal, deadline: now + deadlineMs }
    try {
      const reading = await served.run(client, { ...window, ...input }, context)
      return { ...reading, value: served.operation.output.parse(reading.value) }
    } finally {
      await connector.close?.(client)
    }
  }
  const toValue = (reading: Reading<unknown>) => reading.value as Record<string, unknown>
  const words = (reading: Reading<unknown>) => reading.parts.map((part) => [part.scope.vhost, part.state])

  test('queues of every virtual host are listed, the default one by its slash too', async () => {
    const reading = await ask('queues.list', { user: 'guest', password: 'guest' })
    const { queues } = toValue(reading) as { queues: { id: string; depth: number | null; kind: string }[] }
    assert.deepEqual(queues.map((one) => one.id).sort(), [
      '%2F/mail',
      'shop/orders',
      'shop/orders.dead',
      'shop/plain',
    ])
    assert.deepEqual([queues[0]?.id, queues[0]?.depth, queues[0]?.kind], ['shop/orders.dead', 3, 'quorum'])
    assert.deepEqual(words(reading), [[undefined, 'read']])
  })

  test('a virtual host that the user may not see is a part that is forbidden', async () => {
    const reading = await ask('queues.list')
    assert.deepEqual(words(reading), [
      [undefined, 'read'],
      ['/', 'forbidden'],
    ])
    assert.equal(toValue(reading).total, null)
    await assert.rejects(ask('queues.get', { input: { queue: 'mail' } }), { state: 'forbidden' })
    await assert.rejects(ask('queues.get', { input: { queue: '%2F/mail' } }), { state: 'forbidden' })
  })

  test('dead letters are followed to their queue, and queues without any are named', async () => {
    const reading = await ask('queues.dlq.list', { config: { vhosts: ['shop'] } })
    const { dead_letters, without } = toValue(reading) as {
      dead_letters: { queue: { id: string; depth: number }; fed_by: string[] }[]
      without: string[]
    }
    assert.deepEqual(
      dead_letters.map((one) => [one.queue.id, one.queue.depth, one.fed_by]),
      [['shop/orders.dead', 3, ['shop/orders']]],
    )
    assert.deepEqual(without, ['shop/plain'])
    assert.deepEqual(words(reading), [[undefined, 'read']])
    const one = toValue(await ask('queues.get', { input: { queue: 'shop/orders' } }))
    assert.equal((one.dead_letter as { id: string }).id, 'shop/orders.dead')
    assert.equal(one.retention_s, 60)
  })

  test('a queue without consumers is empty, and one that does not exist is not', async () => {
    const reading = await ask('queues.consumers.list', { input: { queue: 'shop/plain' } })
    assert.deepEqual(words(reading), [[undefined, 'empty']])
    await assert.rejects(
      ask('queues.consumers.list', { input: { queue: 'shop/nosuch' }, config: { vhosts: ['shop'] } }),
      {
        name: 'ArgumentError',
        code: 'not_found',
      },
    )
  })

  test('the broker is ok with its one node, and told by nobody without the tag monitoring', async () => {
    const { brokers } = toValue(await ask('brokers.health')) as {
      brokers: { state: string; version: string; nodes: { up: boolean; alarms: string[] }[] }[]
    }
    assert.deepEqual(
      [brokers[0]?.state, brokers[0]?.nodes.map((one) => [one.up, one.alarms])],
      ['ok', [[true, []]]],
    )
    await assert.rejects(ask('brokers.health', { user: 'plain' }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.missing], ['forbidden', 'user tag: monitoring'])
      return true
    })
    const seen = await ask('queues.list', { user: 'plain' })
    assert.deepEqual(
      seen.parts.map((part) => [part.state, part.why ?? part.missing]),
      [
        ['unproven', 'no_vhost_visible'],
        ['forbidden', 'user tag: monitoring'],
      ],
    )
  })

  test('a wrong password is unauthorized, a user without a tag forbidden, another cluster not read', async () => {
    await assert.rejects(ask('queues.list', { password: 'wrong' }), { state: 'unauthorized' })
    await assert.rejects(ask('queues.list', { user: 'nobody' }), { state: 'forbidden' })
    await assert.rejects(ask('queues.list', { config: { expect_cluster_name: 'rabbit@other' } }), {
      state: 'unusable',
      carried: { why: 'scope_mismatch' },
    })
  })

  test('a stopped broker is timed out, and a killed one has failed', async () => {
    broker.send('SIGSTOP')
    await assert.rejects(ask('brokers.health', { deadlineMs: 700 }), { state: 'timed_out' })
    broker.send('SIGCONT')
    await broker.stop('SIGKILL')
    await assert.rejects(ask('brokers.health'), {
      state: 'upstream_failed',
      carried: { errno: 'ECONNREFUSED' },
    })
  })
})

async function setUp({ api }: StartedRabbitmq): Promise<void> {
  await api('PUT', 'vhosts/shop')
  await api('PUT', 'permissions/shop/guest', { configure: '.*', write: '.*', read: '.*' })
  for (const [name, tags] of [
    ['vedette', 'monitoring'],
    ['plain', 'management'],
    ['nobody', ''],
  ] as const)
    await api('PUT', `users/${name}`, { password: 'pw', tags })
  await api('PUT', 'permissions/shop/vedette', NOBODY)
  await api('PUT', 'queues/%2F/mail', {})
  await api('PUT', 'queues/shop/plain', {})
  await api('PUT', 'exchanges/shop/dlx', { type: 'direct' })
  const target = {
    'x-dead-letter-exchange': 'dlx',
    'x-dead-letter-routing-key': 'orders.dead',
    'x-message-ttl': 60_000,
  }
  await api('PUT', 'queues/shop/orders', { arguments: target })
  await api('PUT', 'queues/shop/orders.dead', { durable: true, arguments: { 'x-queue-type': 'quorum' } })
  await api('POST', 'bindings/shop/e/dlx/q/orders.dead', { routing_key: 'orders.dead' })
  const message = { properties: {}, routing_key: 'orders.dead', payload: 'x', payload_encoding: 'string' }
  for (let sent = 0; sent < 3; sent++) await api('POST', 'exchanges/shop/dlx/publish', message)
}
