import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Connector, secretField } from '@vedette/proto/connector'
import { z } from 'zod'
import { parseAgentConfig } from './load.ts'

const config = z.strictObject({
  rooms: z.array(z.string()),
  key: secretField('Key'),
  covers: z.array(z.string()).optional(),
})
const house = {
  id: 'house',
  title: 'House',
  config,
  connect: () => null,
  probe: async () => ({ health: 'up', scopes: [] }),
  operations: [],
  split: (given: z.output<typeof config>) =>
    given.rooms.length === 1
      ? [{ suffix: '', config: given }]
      : given.rooms.map((room) => ({ suffix: room, config: { ...given, rooms: [room] } })),
} as unknown as Connector // the registry holds connectors of many configurations

const parse = (connectors: readonly object[]) =>
  parseAgentConfig(JSON.stringify({ name: 'a', data_dir: '/d', nats: { url: 'nats://n' }, connectors }), [
    house,
  ])
const entry = (rooms: readonly string[], instance?: string) => ({
  connector: 'house',
  config: { rooms, key: { env: 'KEY' } },
  ...(instance === undefined ? {} : { instance }),
})

test('one entry may stand for several instances, each with its name, configuration and secrets', () => {
  const { instances } = parse([entry(['hall', 'attic'], 'mine'), entry(['shed'])])
  assert.deepEqual(
    instances.map((one) => [one.instance, one.config, one.secrets]),
    [
      ['mine-hall', { rooms: ['hall'], key: { env: 'KEY' } }, [{ env: 'KEY' }]],
      ['mine-attic', { rooms: ['attic'], key: { env: 'KEY' } }, [{ env: 'KEY' }]],
      ['house', { rooms: ['shed'], key: { env: 'KEY' } }, [{ env: 'KEY' }]],
    ],
  )
})

test('each of several instances covers what its own part of the configuration says, and what the entry says', () => {
  const split = (given: z.output<typeof config>) =>
    given.rooms.map((room) => ({
      suffix: room,
      config: { ...given, rooms: [room], covers: [`old-${room}`] },
    }))
  const { instances } = parseAgentConfig(
    JSON.stringify({
      ...{ name: 'a', data_dir: '/d', nats: { url: 'nats://n' } },
      connectors: [{ ...entry(['hall', 'attic'], 'mine'), covers: ['barn'] }],
    }),
    [{ ...house, split } as unknown as Connector], // of another configuration, as above
  )
  assert.deepEqual(
    instances.map(({ covers }) => covers),
    [
      ['barn', 'old-hall'],
      ['barn', 'old-attic'],
    ],
  )
})

test('instances of two entries may not meet in one name', () => {
  assert.throws(() => parse([entry(['hall', 'attic'], 'mine'), entry(['x'], 'mine-hall')]), /mine-hall/)
})
