import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder } from '@vedette/test/kit'
import { openIdentityStore, readHalfLife } from './identity-store.ts'

const ENROLLED = {
  agent: 'ag_1',
  organisation: 'acme',
  jwt: 'a.b.c',
  tick_ms: 10_000,
  signing_keys: [{ kid: 'k', public_key: 'p' }],
}

test('key and enrolment are kept for the owner alone and found again', async (t) => {
  const folder = join(createFolder(t), 'made', 'here')
  const first = await openIdentityStore(folder)
  assert.equal(first.enrolled(), null)
  assert.equal(await first.save(ENROLLED), true)
  for (const file of ['agent.nkey', 'identity.json'])
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600)
  const second = await openIdentityStore(folder)
  assert.equal(second.key.getPublicKey(), first.key.getPublicKey())
  assert.deepEqual(second.enrolled(), ENROLLED)
})

test('an enrolment without its key, or one that cannot be read, is none', async (t) => {
  const folder = createFolder(t)
  const store = await openIdentityStore(folder)
  await store.save(ENROLLED)
  writeFileSync(join(folder, 'identity.json'), '{"agent":5}')
  assert.equal((await openIdentityStore(folder)).enrolled(), null)
  await store.save(ENROLLED)
  writeFileSync(join(folder, 'agent.nkey'), 'nonsense')
  const other = await openIdentityStore(folder)
  assert.equal(other.enrolled(), null)
  assert.notEqual(other.key.getPublicKey(), store.key.getPublicKey())
})

test('a folder that cannot be written keeps the identity in memory', async (t) => {
  const folder = createFolder(t)
  writeFileSync(join(folder, 'file'), 'x')
  const store = await openIdentityStore(join(folder, 'file', 'below'))
  assert.equal(await store.save(ENROLLED), false)
  assert.deepEqual(store.enrolled(), ENROLLED)
  assert.equal(readFileSync(join(folder, 'file'), 'utf8'), 'x')
})

test('half a life is measured from the issue, and a wrong clock waits no longer than half', () => {
  const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
  const day = jwt({ iat: 1000, exp: 1000 + 86_400 })
  const half = 43_200_000
  assert.deepEqual(readHalfLife(day, 1_000_000), { half, left: half })
  assert.deepEqual(readHalfLife(day, 1_000_000 + half - 5), { half, left: 5 })
  assert.deepEqual(readHalfLife(day, 1_000_000 + 50_000_000), { half, left: 0 })
  assert.deepEqual(readHalfLife(day, 0), { half, left: half })
  assert.equal(readHalfLife(jwt({ iat: 1000 }), 0), null)
  assert.equal(readHalfLife('nonsense', 0), null)
})
