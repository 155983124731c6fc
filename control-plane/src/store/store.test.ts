import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Clock } from '@vedette/proto/clock'
import { createFolder, startPostgres } from '@vedette/test/kit'
import { createStore, type Store, StoreError } from './index.ts'
import type { AuditLink } from './types.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')
const MINUTE = 60_000
let now = START
const clock: Clock = { now: () => now, monotonic: () => now, after: () => () => {} }
const cleanup = { after }
const folder = createFolder(cleanup)
const postgres = await startPostgres(cleanup)

const DATABASES = [
  { name: 'node:sqlite', url: `sqlite:${join(folder, 'store.db')}` },
  { name: 'PostgreSQL', url: postgres.url },
]

const TOKEN = { organisation: 'acme', name: 'laptop', mode: 'cautious', role: 'admin' } as const
// Rows of SQLite have no prototype.
const plain = <T>(rows: readonly T[]): readonly T[] => rows.map((row) => ({ ...row }))
const isStoreError = (code: string) => (error: unknown) => error instanceof StoreError && error.code === code

for (const { name, url } of DATABASES) {
  describe(`the store over ${name}`, () => {
    let store: Store

    before(async () => {
      now = START
      store = await createStore({ url, clock })
      await store.organisations.create('acme')
      await store.organisations.create('umbrella')
    })
    after(() => store.close())

    it('lists organisations by name, and refuses a name twice or out of shape', async () => {
      assert.deepEqual(await store.organisations.list(), ['acme', 'umbrella'])
      await assert.rejects(store.organisations.create('acme'), isStoreError('exists'))
      for (const bad of ['', 'Acme', 'a b', '-a', 'a'.repeat(41), "a'; drop table tokens"])
        await assert.rejects(store.organisations.create(bad), isStoreError('name_invalid'), bad)
    })

    it('keeps each applied policy once, and replaces a draft only from the revision that was read', async () => {
      const row = (organisation: string, version: number) => ({
        organisation,
        version,
        rules: [{ id: 'r', deny: 'db.*', namespace: 'a' }],
        assertions: [{ subject: { operation: 'db.ping' }, expect: 'denied' as const }],
        hash: 'h',
        applied_at: '2026-03-01T10:00:00.000Z',
        applied_by: 'tok',
        note: '',
        copy_of: null,
      })
      assert.deepEqual(
        [await store.policies.add(row('acme', 1)), await store.policies.add(row('acme', 1))],
        [true, false],
      )
      assert.equal(await store.policies.add({ ...row('acme', 2), copy_of: 1 }), true)
      assert.deepEqual(
        (await store.policies.list('acme', 1)).map(({ version, copy_of }) => [version, copy_of]),
        [[2, 1]],
      )
      assert.deepEqual(await store.policies.find('acme', 1), row('acme', 1))
      assert.equal(await store.policies.find('umbrella', 1), null)
      const {
        version: _,
        hash: __,
        applied_at,
        applied_by,
        note: ___,
        copy_of: ____,
        ...rest
      } = row('acme', 1)
      const draft = (revision: string) => ({
        ...rest,
        revision,
        edited_at: applied_at,
        edited_by: applied_by,
      })
      assert.equal(await store.policies.putDraft(draft('a'), 'none'), false)
      assert.equal(await store.policies.putDraft(draft('a'), null), true)
      assert.equal(await store.policies.putDraft(draft('b'), null), false)
      assert.equal(await store.policies.putDraft(draft('b'), 'a'), true)
      assert.equal(await store.policies.putDraft(draft('c'), 'a'), false)
      assert.deepEqual(await store.policies.draft('acme'), draft('b'))
      assert.equal(await store.policies.draft('umbrella'), null)
      assert.equal(await store.policies.dropDraft('acme', 'a'), false)
      assert.equal(await store.policies.dropDraft('acme', 'b'), true)
    })

    it('verifies a token by its secret alone and tells its whole principal', async () => {
      const narrowed = { ...TOKEN, families: ['k8s', 'host'], tiers: ['metadata', 'read'] as const }
      const { id, secret } = await store.tokens.create(narrowed)
      assert.match(secret, /^vdt_[A-Za-z0-9_-]{43}$/)
      assert.deepEqual(await store.tokens.verify(secret), { ...narrowed, id })
      const wrong = secret.slice(0, -1) + (secret.endsWith('A') ? 'B' : 'A')
      for (const bad of [wrong, '', 'vdt_', id, secret.slice(0, -1)])
        assert.equal(await store.tokens.verify(bad), null, bad)
    })

    it('lists tokens of one organisation only, without secret or hash', async () => {
      const { id, secret } = await store.tokens.create({ ...TOKEN, organisation: 'umbrella' })
      now = START + 5 * MINUTE
      await store.tokens.verify(secret)
      now = START
      assert.deepEqual(await store.tokens.list('umbrella'), [
        {
          ...TOKEN,
          organisation: 'umbrella',
          id,
          created_at: '2026-03-01T10:00:00.000Z',
          last_used_at: '2026-03-01T10:05:00.000Z',
          revoked_at: null,
        },
      ])
    })

    it('refuses a revoked token at once, and lets no other organisation revoke it', async () => {
      const { id, secret } = await store.tokens.create(TOKEN)
      assert.equal(await store.tokens.revoke('umbrella', id), false)
      assert.equal((await store.tokens.verify(secret))?.id, id)
      assert.equal(await store.tokens.revoke('acme', id), true)
      assert.equal(await store.tokens.verify(secret), null)
      assert.equal(await store.tokens.revoke('acme', id), false)
    })

    it('ensures a known secret once and keeps its row, but never brings a revoked one back', async () => {
      const secret = `vdt_${name.length}${'k'.repeat(42)}`
      const first = await store.tokens.ensure(TOKEN, secret)
      assert.deepEqual(await store.tokens.ensure({ ...TOKEN, name: 'other' }, secret), first)
      assert.equal((await store.tokens.verify(secret))?.name, 'laptop')
      await store.tokens.revoke('acme', first.id)
      await store.tokens.ensure(TOKEN, secret)
      assert.equal(await store.tokens.verify(secret), null)
    })

    it('makes no token for an organisation that does not exist', async () => {
      const token = { ...TOKEN, organisation: 'nobody' }
      await assert.rejects(store.tokens.create(token), isStoreError('organisation_unknown'))
      const join = { organisation: 'nobody', ttl_ms: null, max_uses: 1 }
      await assert.rejects(store.joinTokens.create(join), isStoreError('organisation_unknown'))
    })

    it('lets exactly one of 50 concurrent redeems of a single-use join token through', async () => {
      const limits = { ttl_ms: 10 * MINUTE, max_uses: 1 }
      const { id, secret } = await store.joinTokens.create({ organisation: 'acme', ...limits })
      assert.match(secret, /^vdj_[A-Za-z0-9_-]{43}$/)
      const second = await createStore({ url, clock })
      const stores = [store, second]
      const tries = Array.from({ length: 50 }, (_, n) => stores[n % 2]?.joinTokens.redeem(secret, START))
      const results = await Promise.all(tries)
      await second.close()
      const winners = results.filter((result) => typeof result === 'object')
      assert.equal(winners.length, 1)
      assert.deepEqual(winners[0], {
        id,
        organisation: 'acme',
        labels: {},
        expires_at: '2026-03-01T10:10:00.000Z',
        max_uses: 1,
        uses: 1,
        revoked_at: null,
      })
      assert.equal(results.filter((result) => result === 'token_used').length, 49)
    })

    it('counts a reusable join token up to its maximum, with its labels', async () => {
      const token = { organisation: 'acme', labels: { zone: 'eu' }, ttl_ms: null, max_uses: 3 }
      const { secret } = await store.joinTokens.create(token)
      const results = []
      for (let n = 0; n < 4; n++) results.push(await store.joinTokens.redeem(secret, START))
      const uses = results.map((result) => (typeof result === 'object' && result ? result.uses : result))
      assert.deepEqual(uses, [1, 2, 3, 'token_used'])
      const [first] = results
      assert.deepEqual(typeof first === 'object' && first.labels, { zone: 'eu' })
    })

    it('says why a join token is refused: unknown, expired at its very millisecond, revoked', async () => {
      const limits = { ttl_ms: MINUTE, max_uses: 2 }
      const { id, secret } = await store.joinTokens.create({ organisation: 'umbrella', ...limits })
      assert.equal(await store.joinTokens.redeem('vdj_unknown', START), 'token_unknown')
      assert.equal(await store.joinTokens.redeem(secret, START + MINUTE), 'token_expired')
      assert.equal(typeof (await store.joinTokens.redeem(secret, START + MINUTE - 1)), 'object')
      assert.equal(await store.joinTokens.revoke('acme', id), false)
      assert.equal(await store.joinTokens.revoke('umbrella', id), true)
      assert.equal(await store.joinTokens.redeem(secret, START), 'revoked')
      const rows = await store.joinTokens.list('umbrella')
      assert.deepEqual(
        rows.map((row) => [row.id, row.uses, row.revoked_at]),
        [[id, 1, '2026-03-01T10:00:00.000Z']],
      )
    })

    it('keeps each key of an agent, renews only live ones, and finds them by proven identity', async () => {
      const row = {
        agent: 'ag1',
        organisation: 'acme',
        public_key: 'UA',
        identity_kind: 'host',
        identity_id: 'machine-1',
        name: 'alpha',
        labels: { team: 'x' },
      } as const
      await store.enrolments.add(row, START)
      await store.enrolments.add({ ...row, public_key: 'UB' }, START + 1)
      await store.enrolments.add({ ...row, organisation: 'umbrella' }, START)
      assert.equal(await store.enrolments.renew('acme', 'ag1', 'UA', START + MINUTE), true)
      assert.equal(await store.enrolments.renew('acme', 'ag1', 'UX', START), false)
      assert.equal(await store.enrolments.renew('acme', 'ag2', 'UA', START), false)
      assert.equal(await store.enrolments.rename('acme', 'ag1', 'beta'), true)
      const times = { enrolled_at: '2026-03-01T10:00:00.000Z', renewed_at: '2026-03-01T10:01:00.000Z' }
      const [first, second] = await store.enrolments.find('acme', 'ag1')
      assert.deepEqual(first, { ...row, name: 'beta', ...times, revoked_at: null })
      assert.equal(second?.public_key, 'UB')
      const found = await store.enrolments.findByIdentity('acme', { kind: 'host', id: 'machine-1' })
      assert.deepEqual(
        found.map((one) => one.public_key),
        ['UA', 'UB'],
      )
      assert.equal((await store.enrolments.list('umbrella'))[0]?.name, 'alpha')
    })

    it('revokes one key or all that are left, and tells which', async () => {
      assert.deepEqual(await store.enrolments.revoke('acme', 'ag1', 'UA', START), ['UA'])
      assert.equal(await store.enrolments.renew('acme', 'ag1', 'UA', START), false)
      assert.deepEqual(await store.enrolments.revoke('acme', 'ag1', null, START), ['UB'])
      assert.deepEqual(await store.enrolments.revoke('acme', 'ag1', null, START), [])
      assert.equal((await store.enrolments.list('umbrella'))[0]?.revoked_at, null)
    })

    it('appends links of the audit once, and finds them within one organisation, the newest first', async () => {
      const toLink = (seq: number, more: Partial<AuditLink> = {}): AuditLink => ({
        organisation: 'acme',
        writer: 'w1',
        seq,
        at: START + seq,
        kind: 'call',
        principal: 'tok_1',
        action: 'host_disks_list',
        agent: null,
        call: `c${seq}`,
        hash: 'ab',
        body: `{"seq":${seq}}`,
        ...more,
      })
      const head = { organisation: 'acme', writer: 'w1', hash: 'ab', at: START, signature: 's' }
      await store.audit.append([toLink(1), toLink(2), toLink(3)], [{ ...head, seq: 3 }])
      await store.audit.append(
        [toLink(3, { body: 'changed' }), toLink(4, { principal: null, agent: 'ag1' })],
        [{ ...head, seq: 4 }],
      )
      await store.audit.append([toLink(1, { organisation: 'umbrella' })], [])
      const chain = { organisation: 'acme', writer: 'w1' }
      const read = await store.audit.read(chain, 1, 2)
      assert.deepEqual(plain(read), [toLink(2), toLink(3)])
      const found = await store.audit.search('acme', { from: START + 2, limit: 2 })
      assert.deepEqual(
        found.map(({ seq }) => seq),
        [4, 3],
      )
      assert.deepEqual(plain(await store.audit.search('acme', { agent: 'ag1', limit: 9 })), [
        toLink(4, { principal: null, agent: 'ag1' }),
      ])
      assert.equal((await store.audit.search('acme', { call: 'c2', kind: 'call', limit: 9 })).length, 1)
      assert.equal((await store.audit.search('umbrella', { limit: 9 })).length, 1)
      assert.deepEqual(plain(await store.audit.heads('acme')), [{ ...head, seq: 4 }])
      assert.deepEqual(await store.audit.writers('acme'), ['w1'])
      assert.deepEqual(await store.audit.organisations(), ['acme', 'umbrella'])
    })

    it('opens again with everything there, and by two at once', async () => {
      const [one, two] = await Promise.all([createStore({ url, clock }), createStore({ url, clock })])
      assert.deepEqual(await one.organisations.list(), ['acme', 'umbrella'])
      assert.equal((await two.audit.search('acme', { limit: 10 })).length, 4)
      await Promise.all([one.close(), two.close()])
    })
  })
}

describe('opening a store', () => {
  it('makes the file for its owner alone', async () => {
    const file = join(folder, 'private.db')
    const store = await createStore({ url: `sqlite:${file}`, clock })
    await store.close()
    assert.equal(statSync(file).mode & 0o777, 0o600)
  })

  it('names the field and the fix, and never repeats a password', async () => {
    const urls = ['mysql://x', 'sqlite:', `sqlite:${folder}/no/such/folder/x.db`]
    const codes = []
    for (const url of [...urls, 'postgres://me:hunter2@127.0.0.1:1/x']) {
      const error = await createStore({ url, clock }).catch((reason: unknown) => reason)
      assert.ok(error instanceof StoreError)
      assert.equal(error.field, 'store')
      assert.ok(!`${error.message} ${error.fix}`.includes('hunter2'))
      codes.push(error.code)
    }
    assert.deepEqual(codes, ['url_invalid', 'url_invalid', 'unavailable', 'unavailable'])
  })
})
