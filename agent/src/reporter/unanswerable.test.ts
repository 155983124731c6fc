import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { complete, defineConnector, serve } from '@vedette/proto/connector'
import { hostDisksList } from '@vedette/proto/operations'
import { z } from 'zod'
import { createInstance } from '../host/index.ts'
import type { Unanswerable } from '../prober/index.ts'
import { buildState, digestState } from './build-report.ts'

const instance = createInstance(
  {
    instance: 'host',
    connector: defineConnector({
      id: 'host',
      title: 'Host',
      config: z.strictObject({}),
      connect: () => null,
      probe: async () => ({ health: 'up', scopes: [] }),
      operations: [serve(hostDisksList, async () => complete({ disks: [] }, { items: 0, as_of: 'now' }))],
    }),
    config: {},
    secrets: [],
    expect: null,
    covers: [],
  },
  { clock: createFakeClock(), enableWrites: [] },
)

const down = (operation: string): Unanswerable => ({
  operation,
  state: 'connector_down',
  code: 'timed_out',
  server: 'disks',
  since: 0,
})

function report(unanswerable: readonly Unanswerable[]) {
  return buildState('ag_1', {
    facts: {
      incarnation: 'i',
      started_at: 0,
      identity: { kind: 'host', id: 'h' },
      name: 'web-1',
      version: '1',
      labels: {},
    },
    instances: [instance],
    notRequested: [],
    health: () => ({ health: 'degraded', since: 0, checked_at: 0, scopes: [], servers: [], unanswerable }),
    policy: () => ({
      status: 'APPLIED',
      local_hash: 'l',
      remote_version: 0,
      remote_hash: 'r',
      effective_hash: 'e',
      rules: [],
    }),
    rules: () => [],
  })
}

test('an operation that cannot be answered stays known with its contract, and is reported with its word', () => {
  const [state] = report([down('host.disks.list')]).connectors
  assert.deepEqual(
    state?.operations.map((one) => one.id),
    ['host.disks.list'],
  )
  assert.deepEqual(state?.unanswerable, [
    {
      id: 'host.disks.list',
      state: 'connector_down',
      since: '1970-01-01T00:00:00.000Z',
      code: 'timed_out',
      server: 'disks',
    },
  ])
})

test('what this instance does not serve is not reported, and each change is another state', () => {
  const [state] = report([down('host.cpu.get')]).connectors
  assert.equal(state?.unanswerable, undefined)
  assert.notEqual(digestState(report([])), digestState(report([down('host.disks.list')])))
})
