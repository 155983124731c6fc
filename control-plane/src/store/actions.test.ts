import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFolder, startPostgres } from '@vedette/test/kit'
import { type ActionRow, createStore, type Store } from './index.ts'

const cleanup = { after }
const folder = createFolder(cleanup)
const postgres = await startPostgres(cleanup)
const DATABASES = [
  { name: 'node:sqlite', url: `sqlite:${join(folder, 'store.db')}` },
  { name: 'PostgreSQL', url: postgres.url },
]

const ROW: ActionRow = {
  organisation: 'acme',
  id: 'pa_1',
  requester: 'tok_1',
  tool: 'annotations_create',
  arguments: { text: 'caf\u00e9', tags: [] },
  tier: 'write',
  parts: [],
  preview: { alerts: 2 },
  investigation: null,
  state: 'approval_pending',
  why: null,
  created_at: 1_900_000_000_000,
  expires_at: 1_900_000_900_000,
  decided_at: null,
  approver: null,
  run_until: null,
}

for (const { name, url } of DATABASES)
  describe(`actions over ${name}`, () => {
    let store: Store
    before(async () => {
      store = await createStore({ url, clock: createFakeClock() })
      for (const one of ['acme', 'globex']) await store.organisations.create(one)
    })
    after(() => store.close())

    it('come back as they were kept, to their own organisation alone', async () => {
      await store.actions.add(ROW)
      assert.deepEqual(await store.actions.find('acme', 'pa_1'), ROW)
      assert.equal(await store.actions.find('globex', 'pa_1'), null)
      assert.deepEqual(await store.actions.list('globex', { limit: 10 }), [])
      assert.deepEqual(await store.actions.list('acme', { requester: 'tok_2', limit: 10 }), [])
      assert.deepEqual(await store.actions.list('acme', { requester: 'tok_1', limit: 10 }), [ROW])
      await assert.rejects(store.actions.add(ROW), 'a handle stands once')
    })

    it('are moved once from a state, whoever else tries at the same time', async () => {
      const move = () =>
        store.actions.move('acme', 'pa_1', { from: ['approval_pending'], to: 'approved', approver: 'tok_2' })
      const moved = await Promise.all(Array.from({ length: 10 }, move))
      assert.equal(moved.filter(Boolean).length, 1)
      const row = await store.actions.find('acme', 'pa_1')
      assert.deepEqual([row?.state, row?.approver], ['approved', 'tok_2'])
      const foreign = { from: ['approved'], to: 'running' } as const
      assert.equal(await store.actions.move('globex', 'pa_1', foreign), false)
    })

    it('keep which tokens act for somebody else', async () => {
      const token = { organisation: 'acme', name: 'bot', mode: 'cautious', role: 'viewer' } as const
      const { secret } = await store.tokens.create({ ...token, delegated: true })
      const plain = await store.tokens.create(token)
      assert.equal((await store.tokens.verify(secret))?.delegated, true)
      assert.equal((await store.tokens.verify(plain.secret))?.delegated, undefined)
    })
  })
