import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { complete, defineConnector, serve } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { z } from 'zod'
import { createInstance } from './instance.ts'

const run = async () => complete({ disks: [] }, { items: 0, as_of: 'now' })
const other = { ...hostDisksList, id: 'host.other.list' }
const connector = defineConnector({
  id: 'host',
  title: 'Host',
  config: z.strictObject({ wide: z.boolean() }),
  connect: () => null,
  probe: async () => ({ health: 'up', scopes: [] }),
  operations: [serve(hostDisksList, run), serve(other, run)],
  dialectOf: ({ wide }) => (wide ? 'promql' : undefined),
  serves: ({ wide }) => (wide ? [hostDisksList.id, other.id] : [other.id]),
})

test('an instance serves only what its configuration can serve', () => {
  for (const [wide, ids] of [
    [true, ['host.disks.list', 'host.other.list']],
    [false, ['host.other.list']],
  ] as const) {
    const instance = createInstance(
      { instance: 'host', connector, config: { wide }, secrets: [], expect: null, covers: [] },
      { clock: createFakeClock(), enableWrites: [] },
    )
    assert.deepEqual([...instance.served.keys()], ids)
  }
})

test('an instance speaks the dialect of its own configuration', () => {
  const dialectOf = (wide: boolean) =>
    createInstance(
      { instance: 'host', connector, config: { wide }, secrets: [], expect: null, covers: [] },
      { clock: createFakeClock(), enableWrites: [] },
    ).dialect
  assert.deepEqual([dialectOf(true), dialectOf(false)], ['promql', undefined])
})
