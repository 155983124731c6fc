import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { startPostgres } from '@vedette/test/kit'
import { createStore, StoreError } from './index.ts'

test('a token that verified stays good for a minute while PostgreSQL is away, and no other does', async (t) => {
  const database = await startPostgres(t)
  const clock = createFakeClock()
  const store = await createStore({ url: database.url, clock })
  t.after(() => store.close())
  await store.organisations.create('acme')
  const facts = { organisation: 'acme', mode: 'cautious', role: 'viewer' } as const
  const [seen, unseen, revoked] = [
    await store.tokens.create({ ...facts, name: 'seen' }),
    await store.tokens.create({ ...facts, name: 'unseen' }),
    await store.tokens.create({ ...facts, name: 'revoked' }),
  ]
  assert.equal((await store.tokens.verify(seen.secret))?.id, seen.id)
  assert.equal((await store.tokens.verify(revoked.secret))?.id, revoked.id)
  await store.tokens.revoke('acme', revoked.id)
  assert.equal(await store.tokens.verify(revoked.secret), null)

  await database.stop()
  await assert.rejects(store.tokens.verify(unseen.secret))
  const isAway = (error: unknown) => error instanceof StoreError && error.code === 'unavailable'
  await assert.rejects(store.tokens.verify(unseen.secret), isAway)
  await assert.rejects(store.tokens.verify(revoked.secret), isAway)
  await clock.advance(60_000)
  assert.equal((await store.tokens.verify(seen.secret))?.id, seen.id)
  await clock.advance(1)
  await assert.rejects(store.tokens.verify(seen.secret), isAway)
})
