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
