import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { principal } from '../../testing/fakes.ts'
import type { AgentView } from '../fleet/types.ts'
import { createDispatch } from './create-dispatch.ts'
import { agent, connector, NOW, operation, TICK_MS } from './testing/world.ts'

// The hash that the call of one read names.
async function named(policyHashOf?: (view: AgentView) => string): Promise<readonly string[]> {
  const things = operation('host')
  const hashes: string[] = []
  const dispatch = createDispatch({
    fleet: { agents: () => [agent('a', [connector('vendor', [things.id])])] },
    clock: createFakeClock(NOW),
    tick_ms: TICK_MS,
    ...(policyHashOf === undefined ? {} : { policyHashOf }),
    callAgent: async ({ policy_hash }) => {
      hashes.push(policy_hash)
      return { kind: 'lost', part: { scope: {}, state: 'unusable', why: 'policy_mismatch' } }
    },
  })
  const request = { operation: things, role: 'input' as const, arguments: {}, routing: {} }
  const context = { principal: principal(), budget_ms: 1000, signal: new AbortController().signal }
  const [result] = await dispatch([request], context)
  assert.deepEqual(
    result?.instances.map(({ outcome }) => [outcome.seen, outcome.sources[0]?.why]),
    [[false, 'policy_mismatch']],
  )
  return hashes
}

test('a call names what must be enforced, not what the agent says of itself', async () => {
  assert.deepEqual(await named(({ agent }) => `wanted of ${agent}`), ['wanted of ag_a'])
  assert.deepEqual(await named(() => ''), [''])
})

test('where no policies are kept a call names what the agent reports', async () => {
  const { policy } = agent('a', [])
  assert.deepEqual(await named(), [policy?.effective_hash])
})
