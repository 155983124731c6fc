import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createStore } from '../store/index.ts'
import { createDailyBudget } from './budget.ts'
import { createDispatch } from './create-dispatch.ts'
import { agent, answer, connector, operation, TICK_MS } from './testing/world.ts'

test('what costs money runs within the budget of a day, asks over it, and runs again the next day', async (t) => {
  const clock = createFakeClock(Date.UTC(2030, 0, 1))
  const metered = { ...operation('backend'), tier: 'metered_read' as const }
  const store = await createStore({ url: 'sqlite::memory:', clock })
  t.after(() => store.close())
  for (const name of ['acme', 'globex']) await store.organisations.create(name)
  let calls = 0
  const dispatch = createDispatch({
    fleet: { agents: () => [agent('web-1', [connector('vendor', [metered.id])])] },
    callAgent: async () => {
      calls += 1
      return answer(['x'])
    },
    clock,
    tick_ms: TICK_MS,
    budget: createDailyBudget({ clock, perDay: () => 2, store: store.spending }),
  })
  const ask = async (organisation = 'acme') => {
    const principal = { organisation, id: 'tok_1', name: 'a', mode: 'auto', role: 'viewer' } as const
    const { signal } = new AbortController()
    const request = { operation: metered, role: 'input', arguments: {}, routing: {} } as const
    const [read] = await dispatch([request], { principal, budget_ms: 1000, signal })
    return read?.instances[0]?.outcome.sources[0]?.state
  }
  assert.deepEqual([await ask(), await ask(), await ask()], ['read', 'read', 'approval_required'])
  assert.equal(calls, 2)
  assert.equal(await ask('globex'), 'read', 'each organisation has its own')
  await clock.advance(86_400_000)
  assert.equal(await ask(), 'read')
})

test('what was spent outlives a restart, is seen by other replicas, and differs by organisation', async (t) => {
  const clock = createFakeClock(Date.UTC(2030, 0, 1))
  const store = await createStore({ url: 'sqlite::memory:', clock })
  t.after(() => store.close())
  for (const name of ['acme', 'globex']) await store.organisations.create(name)
  const perDay = (organisation: string) => (organisation === 'acme' ? 2 : 3)
  const start = () => createDailyBudget({ clock, perDay, store: store.spending })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const first = start()
  await first.load('acme')
  first.spend('acme')
  await settle()
  const second = start()
  await second.load('acme')
  assert.equal(second.isSpent('acme'), false)
  second.spend('acme')
  assert.equal(second.isSpent('acme'), true, 'at once, before it is written down')
  await settle()
  await clock.advance(10_000)
  assert.equal(first.load('acme'), undefined, 'what is known serves while it is looked up')
  await settle()
  assert.equal(first.isSpent('acme'), true, 'the other replica heard of it')
  const third = start()
  await third.load('acme')
  assert.equal(third.isSpent('acme'), true, 'a restart forgets nothing')
  await third.load('globex')
  third.spend('globex')
  third.spend('globex')
  await settle()
  assert.equal(third.isSpent('globex'), false)
  await clock.advance(86_400_000)
  await third.load('acme')
  assert.equal(third.isSpent('acme'), false)
})

test('while it cannot be looked up, the budget counts as spent: a person is asked', async () => {
  const faults: unknown[] = []
  const budget = createDailyBudget({
    clock: createFakeClock(Date.UTC(2030, 0, 1)),
    perDay: () => 200,
    store: { find: async () => Promise.reject(new Error('away')), add: async () => 1 },
    onFault: (error) => faults.push(error),
  })
  await budget.load('acme')
  assert.equal(budget.isSpent('acme'), true)
  assert.equal(faults.length, 1)
})
