import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import {
  agent,
  answer,
  ask as askFleet,
  connector,
  lost,
  NOW,
  operation,
  request,
  type Script,
  words,
} from '../dispatch/testing/world.ts'
import type { Routing } from '../dispatch/types.ts'
import { sweepOn } from './sweep-on.ts'

const ACCOUNTS = operation('account')

function fleetOf(n: number) {
  return Array.from({ length: n }, (_, at) =>
    agent(`agent-${100 + at}`, [
      connector('aws', [ACCOUNTS.id], { connector: 'aws', scopes: [{ account: String(100 + at) }] }),
    ]),
  )
}

// Sweeps a fleet; `took_ms` passes with each sweep.
async function sweep(
  n: number,
  facts: Readonly<{ script?: Script; took_ms?: number; routing?: Routing }> = {},
) {
  const clock = createFakeClock(NOW)
  const calls: number[] = []
  const script: Script = facts.script ?? (() => answer(['x']))
  const asked = request(ACCOUNTS, { role: 'enriching', routing: facts.routing ?? {} })
  const result = await sweepOn(asked, {
    clock,
    budget_ms: 1_000,
    async ask(one, budget_ms) {
      const { results, calls: sent } = await askFleet({
        agents: fleetOf(n),
        requests: [one],
        clock,
        budget_ms,
        script,
      })
      calls.push(sent.length)
      await clock.advance(facts.took_ms ?? 0)
      return results[0]
    },
  })
  const sources = (result?.instances ?? []).flatMap((one) => one.outcome.sources)
  return { result, sources, calls }
}

const isCapped = ({ state }: Readonly<{ state: string }>) => state === 'capped'

test('accounts that a sweep leaves out are read by the call that it names, twelve at a time', async () => {
  const { sources, calls } = await sweep(15)
  assert.deepEqual(calls, [12, 3])
  assert.deepEqual(
    sources.map(({ state, scope }) => [state, scope['account']]).toSorted(),
    Array.from({ length: 15 }, (_, at) => ['read', String(100 + at)]),
  )
})

test('after two sweeps the rest is capped, and shares one call that reads it and nothing else', async () => {
  const { sources, calls } = await sweep(27)
  assert.deepEqual(calls, [12, 12])
  const capped = sources.filter(isCapped)
  assert.deepEqual(
    capped.map(({ scope }) => scope['account']),
    ['124', '125', '126'],
  )
  for (const { limit, next } of capped) {
    assert.equal(limit, 12)
    assert.deepEqual(next, { tool: 'things_account_list', args: { account: ['124', '125', '126'] } })
  }
  assert.equal(sources.length, 27)
})

test('with half of the time gone no second sweep begins, and what was left out says so', async () => {
  const { sources, calls } = await sweep(15, { took_ms: 501 })
  assert.deepEqual(calls, [12])
  assert.equal(sources.filter(isCapped).length, 3)
})

test('an account that refuses in the second sweep is named beside those that answer', async () => {
  const script: Script = ({ agent: id }) =>
    id === 'ag_agent-113' ? lost({ state: 'forbidden' }) : answer(['x'])
  const { sources, result } = await sweep(15, { script })
  assert.deepEqual(
    sources.filter(({ state }) => state !== 'read').map(({ state, scope }) => [state, scope['account']]),
    [['forbidden', '113']],
  )
  assert.equal(words(result).length, 15)
})

test('accounts that the caller chose are swept as they are, and no others', async () => {
  const routing = { account: ['101', '113'] }
  const { sources, calls } = await sweep(15, { routing })
  assert.deepEqual(calls, [2])
  assert.equal(sources.length, 2)
})

test('where the names are gone by the second sweep, the accounts stay left out', async () => {
  const clock = createFakeClock(NOW)
  let turn = 0
  const result = await sweepOn(request(ACCOUNTS, { role: 'enriching' }), {
    clock,
    budget_ms: 1_000,
    async ask(one, budget_ms) {
      turn += 1
      const agents = fleetOf(turn === 1 ? 15 : 12)
      return (await askFleet({ agents, requests: [one], clock, budget_ms })).results[0]
    },
  })
  assert.equal(turn, 2)
  const sources = (result?.instances ?? []).flatMap((one) => one.outcome.sources)
  assert.equal(sources.filter(isCapped).length, 3)
})
