import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import type { Tier } from '@vedette/proto/policy'
import { type Approved, type Call, toApprovalText } from '@vedette/proto/wire'
import { findApprovalFault, toPermitted } from './approvals.ts'
import { createNonceMemory } from './nonces.ts'

const MINUTE = 60_000
const BOUND = { operation: 'annotations.create', agent: 'ag_1', incarnation: 'i1', instance: 'grafana' }
const ARGUMENTS = { text: 'caf\u00e9', tags: ['a', 'b'], at: '2030-01-01T00:00:00Z' }

function setUp() {
  const clock = createFakeClock()
  const used = createNonceMemory(clock)
  const approve = (changes: Partial<Approved> = {}): Approved => ({
    hash: hashOf({ ...BOUND, arguments: ARGUMENTS, requester: 'tok_1' }),
    requester: 'tok_1',
    approver: 'tok_2',
    approved_at: clock.now(),
    expires_at: clock.now() + 15 * MINUTE,
    ...changes,
  })
  const call = (changes: Partial<Call> = {}) =>
    ({
      ...BOUND,
      arguments: ARGUMENTS,
      principal: 'tok_1',
      tier: 'write',
      approval: 'pa_1',
      approved: approve(),
      ...changes,
    }) as Call // the gate reads nothing else of a verified call
  const judge = (one: Call, tier: Tier = 'write') => findApprovalFault(one, tier, { now: clock.now(), used })
  return { clock, approve, call, judge }
}

function hashOf(facts: Parameters<typeof toApprovalText>[0]): string {
  return createHash('sha256').update(toApprovalText(facts)).digest('hex')
}

test('an approved call runs once: a changed byte, another place, another person or a second use is refused', () => {
  const { call, judge } = setUp()
  const altered: readonly Partial<Call>[] = [
    { arguments: { ...ARGUMENTS, text: 'caf\u00e8' } },
    // The same letters in another spelling are other bytes.
    { arguments: { ...ARGUMENTS, text: 'cafe\u0301' } },
    { arguments: { ...ARGUMENTS, tags: ['b', 'a'] } },
    { arguments: { ...ARGUMENTS, more: 1 } },
    { operation: 'annotations.creatd' },
    { agent: 'ag_2' },
    { incarnation: 'i2' },
    { instance: 'grafana-2' },
    { principal: 'tok_3' },
  ]
  for (const change of altered) assert.equal(judge(call(change)), 'approval_altered', JSON.stringify(change))
  const reordered = { at: ARGUMENTS.at, tags: ARGUMENTS.tags, text: ARGUMENTS.text }
  assert.equal(judge(call({ arguments: reordered })), null, 'the order of keys says nothing')
  assert.equal(judge(call()), 'approval_used')
  assert.equal(judge(call({ approval: 'pa_2' })), null, 'another approval of the same is another use')
})

test('every single changed character of the arguments is another question', () => {
  const { call, judge } = setUp()
  const { text } = ARGUMENTS
  for (let at = 0; at < text.length; at += 1)
    for (const other of ['x', ' ', '']) {
      const changed = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
      assert.equal(judge(call({ arguments: { ...ARGUMENTS, text: changed } })), 'approval_altered')
    }
})

test('who asks cannot approve what reaches people or restarts what runs', () => {
  const { call, approve, judge } = setUp()
  const own = (approval: string, tier: Tier) =>
    call({ approval, tier, approved: approve({ approver: 'tok_1' }) })
  assert.equal(judge(own('pa_1', 'send'), 'send'), 'approval_of_requester')
  assert.equal(judge(own('pa_2', 'high_risk'), 'high_risk'), 'approval_of_requester')
  assert.equal(judge(own('pa_3', 'write'), 'write'), null)
  assert.equal(judge(call({ approval: 'pa_4', tier: 'send' }), 'send'), null)
})

test('an approval ends after fifteen minutes, and one that would last longer is none', async () => {
  const { clock, call, approve, judge } = setUp()
  const old = call()
  assert.equal(
    judge(call({ approved: approve({ expires_at: clock.now() + 16 * MINUTE }) })),
    'approval_expired',
  )
  await clock.advance(15 * MINUTE + 61_000)
  assert.equal(judge(old), 'approval_expired')
})

test('a handle without what it binds, or nothing at all, lets no write run', () => {
  const { call, judge } = setUp()
  const { approved: _, ...bare } = call()
  assert.equal(judge(bare), 'approval_missing')
  const { approval: __, ...without } = call()
  assert.equal(judge(without, 'send'), 'approval_missing')
  assert.equal(
    judge({ ...without, tier: 'protected_read' }, 'protected_read'),
    null,
    'the mode may have let it run',
  )
  assert.equal(judge({ ...without, tier: 'read' }, 'protected_read'), 'approval_missing')
})

test('a preview runs the preview alone, and a write gets one key for one approved action', async () => {
  const { call } = setUp()
  const seen: unknown[] = []
  const run = (what: string) => async (_client: unknown, _input: unknown, context: object) => {
    seen.push([what, 'idempotencyKey' in context ? context.idempotencyKey : null])
    return undefined as never
  }
  const served = { kind: 'write', run: run('effect'), preview: run('preview') } as unknown as Parameters<
    typeof toPermitted
  >[1] // nothing else of it is read
  const go = (one: Call) => toPermitted(one, served)?.run(null, {}, {} as never)
  await go(call({ preview: true }))
  await go(call())
  await go(call())
  await go(call({ approval: 'pa_2' }))
  assert.deepEqual(seen[0], ['preview', null])
  assert.deepEqual(seen[1], seen[2])
  assert.notDeepEqual(seen[1], seen[3])
  assert.match(JSON.stringify(seen[1]), /^\["effect","[A-Za-z0-9_-]{22}"\]$/)
  const { preview: _, ...blind } = served
  assert.equal(toPermitted(call({ preview: true }), blind), null)
})
