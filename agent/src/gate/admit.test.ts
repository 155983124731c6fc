import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { complete, defineConnector, serve } from '@vedette/proto/connector'
import { hostDisksList, OPERATIONS } from '@vedette/proto/operations'
import type { DenyRule } from '@vedette/proto/policy'
import type { Call } from '@vedette/proto/wire'
import { z } from 'zod'
import { createInstance } from '../host/index.ts'
import type { InstanceHealth } from '../prober/index.ts'
import { type AdmissionFacts, admitCall } from './admit.ts'

const run = async () => complete({ disks: [] }, { items: 0, as_of: 'now' })
const note = { ...hostDisksList, id: 'host.notes.add', tier: 'write' as const }
const instance = createInstance(
  {
    instance: 'host',
    connector: defineConnector({
      id: 'host',
      title: 'Host',
      config: z.strictObject({}),
      connect: () => null,
      probe: async () => ({ health: 'up', scopes: [] }),
      operations: [serve(hostDisksList, run), serve(note, run)],
    }),
    config: {},
    secrets: [],
    expect: null,
    covers: [],
  },
  { clock: createFakeClock(), enableWrites: ['host.notes.add'] },
)

const UP: InstanceHealth = { health: 'up', since: 0, checked_at: 0, scopes: [], servers: [] }

// What the gate says: `run`, the refused field, or the word with what it carries.
function judge(changes: Partial<Call>, facts: Partial<AdmissionFacts> = {}): unknown {
  const call = {
    operation: 'host.disks.list',
    contract: 1,
    instance: 'host',
    arguments: {},
    tier: 'read',
    ...changes,
  } as Call // the gate reads nothing else of a verified call
  const admission = admitCall(call, {
    rules: [],
    instances: new Map([['host', instance]]),
    health: () => UP,
    isFresh: () => true,
    agentVersion: '0.1.0',
    labels: {},
    approvals: { now: 0, used: { claim: () => true } },
    ...facts,
  })
  if (admission.kind === 'run') return 'run'
  if (admission.kind === 'refused') return `refused ${admission.error.field}`
  const { scope: _, ...rest } = admission.parts[0] ?? { scope: {} }
  return rest
}

test('a call that nothing speaks against runs', () => {
  assert.equal(judge({}), 'run')
  assert.equal(judge({ arguments: { threshold: 90 } }), 'run')
})

test('what is not served here is said so, with our release', () => {
  const expected = { state: 'not_served', agent_version: '0.1.0' }
  assert.deepEqual(judge({ operation: 'host.disks.drop' }), expected)
  assert.deepEqual(judge({ instance: 'other' }), expected)
  assert.deepEqual(judge({ contract: 2 }), expected)
})

test('each id of the catalogue is denied in every spelling, before anything else is looked at', () => {
  const spell: readonly ((id: string) => string)[] = [
    (id) => id,
    (id) => id.toUpperCase(),
    (id) => id.replaceAll('.', '_'),
    (id) => ` ${id} `,
    (id) => `${id[0]}\u200b${id.slice(1)}`,
    (id) => id.replaceAll('s', '\u017f'),
    (id) => id.replaceAll(/[a-z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  ]
  for (const { id } of OPERATIONS) {
    const family = `${id.split('.')[0]}.*`
    for (const deny of [id, family, id.toUpperCase()]) {
      const rules: readonly DenyRule[] = [{ id: 'r', deny }]
      for (const operation of spell.map((write) => write(id)))
        assert.deepEqual(
          judge({ operation, contract: 9, arguments: { nonsense: 1 } }, { rules }),
          { state: 'denied_by_policy', rule: 'r' },
          `${operation} under ${deny}`,
        )
    }
  }
})

test('an instance that is down is not asked while its probe is fresh', () => {
  const health = (changes: Partial<InstanceHealth>) => () => ({ ...UP, ...changes })
  const down = health({ health: 'down', code: 'unauthorized', since: 0 })
  assert.deepEqual(judge({}, { health: down }), {
    state: 'connector_down',
    code: 'unauthorized',
    since: '1970-01-01T00:00:00.000Z',
  })
  assert.equal(judge({}, { health: down, isFresh: () => false }), 'run')
  assert.equal(judge({}, { health: health({ health: 'degraded' }) }), 'run')
  assert.equal(judge({}, { health: health({ health: 'unchecked' }) }), 'run')
  assert.deepEqual(judge({}, { health: health({ health: 'not_configured', reason: 'secret_missing' }) }), {
    state: 'not_configured',
    reason: 'secret_missing',
  })
  assert.deepEqual(
    judge({}, { health: health({ health: 'down', code: 'scope_mismatch' }), isFresh: () => false }),
    {
      state: 'unusable',
      why: 'scope_mismatch',
    },
  )
})

test('an operation that its server or permission keeps from being answered is not asked while the probe is fresh', () => {
  const health = (unanswerable: InstanceHealth['unanswerable']) => () => ({
    ...UP,
    health: 'degraded' as const,
    ...(unanswerable === undefined ? {} : { unanswerable }),
  })
  const since = '1970-01-01T00:00:00.000Z'
  const operation = 'host.disks.list'
  const down = { operation, state: 'connector_down', code: 'timed_out', server: 'am', since: 0 } as const
  const forbidden = { operation, state: 'forbidden', missing: 'list disks', since: 0 } as const
  const lacking = { operation, state: 'not_served', why: 'no disks', since: 0 } as const
  assert.deepEqual(judge({}, { health: health([down]) }), {
    state: 'connector_down',
    code: 'timed_out',
    server: 'am',
    since,
  })
  assert.deepEqual(judge({}, { health: health([forbidden]) }), {
    state: 'forbidden',
    missing: 'list disks',
    since,
  })
  assert.deepEqual(judge({}, { health: health([lacking]) }), {
    state: 'not_served',
    why: 'no disks',
    agent_version: '0.1.0',
    since,
  })
  assert.equal(judge({}, { health: health([{ ...down, operation: 'host.info' }]) }), 'run')
  assert.equal(judge({}, { health: health([down]), isFresh: () => false }), 'run')
})

test('a write, and a call judged as a lower tier than holds here, need an approval', () => {
  const write = { operation: 'host.notes.add' }
  const missing = { state: 'approval_required', why: 'approval_missing' }
  assert.deepEqual(judge({ ...write, tier: 'write' }), missing)
  assert.deepEqual(judge({ ...write, tier: 'read', approval: '' }), missing)
  assert.deepEqual(
    judge({ ...write, tier: 'write', approval: 'a1' }),
    missing,
    'a handle alone is no approval',
  )
  assert.deepEqual(judge({ tier: 'metadata' }), missing)
  assert.equal(judge({ tier: 'metered_read' }), 'run')
})

test('an argument that does not fit is refused by its name', () => {
  assert.equal(judge({ arguments: { threshold: 900 } }), 'refused threshold')
  assert.equal(judge({ arguments: { treshold: 90 } }), 'refused treshold')
})
