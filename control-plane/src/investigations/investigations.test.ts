import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { NOW, principal } from '../../testing/fakes.ts'
import { createStore } from '../store/index.ts'
import { createInvestigations, toEntryView, toMarkdown } from './index.ts'
import type { NewStep } from './types.ts'

const ann = principal()
const bob = principal({ id: 'tok_2' })
const stranger = principal({ id: 'tok_1', organisation: 'umbrella' })
const narrowed = principal({ id: 'tok_3', families: ['k8s'] })
const MINUTE = 60_000

async function start(t: TestContext) {
  const clock = createFakeClock(NOW)
  const store = await createStore({ url: 'sqlite::memory:', clock })
  await store.organisations.create('acme')
  await store.organisations.create('umbrella')
  const faults: unknown[] = []
  const investigations = createInvestigations({ store, clock, onFault: (error) => void faults.push(error) })
  t.after(async () => {
    investigations.close()
    await store.close()
  })
  const call = (opens = true, more: object = {}) =>
    investigations.follow({ principal: ann, client: 'editor', opens, title: 'Pods', ...more })
  return { clock, store, investigations, call, faults }
}

function step(investigation: string, call: string, more: Partial<NewStep> = {}): NewStep {
  return {
    principal: ann,
    investigation,
    call,
    tool: 'k8s_pods_list',
    title: 'Pods',
    purpose: null,
    arguments: { namespace: 'shop', token: 'hunter2' },
    visibility: 'full',
    error: null,
    took_ms: 4,
    sources: [],
    ...more,
  }
}

test('calls of one client share a thread until thirty minutes pass, and one that only looks around opens none', async (t) => {
  const { clock, call, investigations } = await start(t)
  assert.equal(await call(false), null)
  const [first, second] = await Promise.all([call(), call()])
  assert.match(String(first), /^inv_[A-Za-z0-9_-]{22}$/)
  assert.equal(second, first)
  await clock.advance(29 * MINUTE)
  assert.equal(await call(false), first)
  await clock.advance(30 * MINUTE)
  assert.equal(await call(), first)
  await clock.advance(30 * MINUTE + 1)
  assert.notEqual(await call(), first)
  const other = await investigations.follow({ principal: ann, client: 'other', opens: true, title: 'x' })
  assert.notEqual(other, await call())
  assert.equal(await investigations.follow({ principal: ann, opens: true, title: 'x' }), null)
})

test('a client that calls often stays on its thread, and changes it at once when it names another', async (t) => {
  const { clock, call, store } = await start(t)
  const first = await call()
  let writes = 0
  const { follow } = store.investigations
  Object.assign(store.investigations, {
    follow: (...args: Parameters<typeof follow>) => {
      writes += 1
      return follow(...args)
    },
  })
  for (let n = 0; n < 9; n += 1) {
    await clock.advance(1_000)
    assert.equal(await call(true, n % 2 === 0 ? {} : { investigation: first }), first)
  }
  assert.equal(writes, 0)
  await clock.advance(1_000)
  assert.equal(await call(), first)
  assert.equal(writes, 1)
  await clock.advance(30 * MINUTE)
  assert.equal(await call(), first)
  const other = await call(true, { client: 'phone' })
  assert.equal(await call(true, { investigation: other }), other)
  assert.equal(await call(), other)
})

test('a colleague goes on with a named thread; in another organisation, and for a narrowed token, it is unknown', async (t) => {
  const { call, investigations } = await start(t)
  const id = String(await call())
  const ask = { investigation: id, client: 'phone', opens: true, title: 'x' }
  assert.equal(await investigations.follow({ ...ask, principal: bob }), id)
  assert.equal(await investigations.follow({ principal: bob, client: 'phone', opens: false, title: 'x' }), id)
  for (const [who, named] of [
    [stranger, id],
    [narrowed, id],
    [ann, `inv_${'x'.repeat(22)}`],
    [ann, "inv_' or 1=1"],
  ] as const)
    assert.equal(await investigations.follow({ ...ask, principal: who, investigation: named }), 'unknown')
  assert.equal(await investigations.read(stranger, id), null)
  assert.deepEqual(await investigations.list(stranger, { limit: 9 }), [])
  assert.deepEqual(await investigations.list(narrowed, { limit: 9 }), [])
  assert.deepEqual(
    (await investigations.list(bob, { limit: 9 })).map((row) => row.id),
    [id],
  )
  const by = { principal: stranger, author: 'person' } as const
  assert.deepEqual(await investigations.rename(by, id, 'mine'), {
    kind: 'refused',
    why: 'unknown_investigation',
  })
})

test('a step keeps arguments and purpose without what might be a secret', async (t) => {
  const { call, investigations } = await start(t)
  const id = String(await call())
  await investigations.record(step(id, 'c1', { purpose: 'why joe@example.com cannot pay' }))
  const read = await investigations.read(ann, id)
  assert.deepEqual(read?.steps[0]?.arguments, { namespace: 'shop', token: '<masked>' })
  assert.equal(read?.steps[0]?.purpose, 'why <masked> cannot pay')
})

test('a hypothesis is settled only by calls of its thread that saw something', async (t) => {
  const { clock, call, investigations } = await start(t)
  const id = String(await call())
  await investigations.record(step(id, 'c1', { visibility: 'none', error: 'no_visibility' }))
  await investigations.record(step(id, 'c2', { visibility: 'partial' }))
  await investigations.record(step(id, 'c3'))
  const by = { principal: ann, author: 'model' } as const
  const set = (state: 'open' | 'ruled_out' | 'confirmed', evidence: readonly string[], hypothesis?: string) =>
    investigations.setHypothesis(by, id, { state, evidence, id: hypothesis, text: 'the node is full' })
  const why = async (...args: Parameters<typeof set>) => {
    const result = await set(...args)
    return result.kind === 'refused' ? result.why : null
  }
  assert.equal(await why('ruled_out', []), 'evidence_required')
  assert.equal(await why('ruled_out', ['c1']), 'evidence_blind')
  assert.equal(await why('confirmed', ['c9']), 'unknown_evidence')
  assert.equal(await why('open', [], 'h_none'), 'unknown_entry')
  const made = await set('open', [])
  assert.equal(made.kind, 'written')
  const entry = made.kind === 'written' ? made.id : ''
  assert.equal(await why('ruled_out', ['c2'], entry), null)
  const read = await investigations.read(ann, id)
  const shown = (read?.entries ?? []).map((one) => [one.word, toEntryView(one, read?.steps ?? []).certainty])
  assert.deepEqual(shown, [['ruled_out', 'partial']])
  assert.deepEqual(read?.entries[0]?.evidence, ['c2'])
  await clock.advance(1)
  const sure = await set('confirmed', ['c3'])
  assert.equal(sure.kind, 'written')
  const again = await investigations.read(ann, id)
  assert.deepEqual(
    again?.entries.map((one) => toEntryView(one, again.steps).certainty),
    ['partial', 'full'],
  )
})

test('what a person wrote or settled is replaced by no model', async (t) => {
  const { call, investigations } = await start(t)
  const id = String(await call())
  const model = { principal: ann, author: 'model' } as const
  const person = { principal: bob, author: 'person' } as const
  assert.equal((await investigations.rename(model, id, 'Checkout\n is slow')).kind, 'written')
  assert.equal((await investigations.rename(person, id, 'Checkout is slow since 10:00')).kind, 'written')
  assert.deepEqual(await investigations.rename(model, id, 'Solved'), {
    kind: 'refused',
    why: 'written_by_a_person',
  })
  assert.equal((await investigations.read(ann, id))?.row.title, 'Checkout is slow since 10:00')
  await investigations.record(step(id, 'c1'))
  const made = await investigations.setHypothesis(model, id, { text: 'DNS', state: 'open', evidence: [] })
  const hypothesis = { id: made.kind === 'written' ? made.id : '', evidence: ['c1'] }
  await investigations.setHypothesis(person, id, { ...hypothesis, state: 'confirmed' })
  assert.deepEqual(await investigations.setHypothesis(model, id, { ...hypothesis, state: 'ruled_out' }), {
    kind: 'refused',
    why: 'written_by_a_person',
  })
})

test('a link is a plain web address, and nothing else becomes one', async (t) => {
  const { call, investigations } = await start(t)
  const id = String(await call())
  const by = { principal: ann, author: 'model' } as const
  for (const url of ['javascript:alert(1)', 'https://u:p@x.test/', 'https://x.test/?token=1', 'x'])
    assert.deepEqual(await investigations.addLink(by, id, { kind: 'ticket', url }), {
      kind: 'refused',
      why: 'invalid_link',
    })
  const made = await investigations.addLink(by, id, { kind: 'ticket', url: 'https://x.test/OPS-1' })
  assert.equal(made.kind, 'written')
})

test('as Markdown no name becomes markup, and what was not seen is said', async (t) => {
  const { call, investigations } = await start(t)
  const id = String(await call(true, { title: '# [click](http://evil.test) <img src=x>' }))
  await investigations.record(
    step(id, 'c1', {
      visibility: 'partial',
      arguments: { name: '`x`\n# Heading' },
      sources: [{ operation: 'k8s.pods.list', connector: 'kubernetes', state: 'timed_out', n: 2 }],
    }),
  )
  const by = { principal: ann, author: 'model' } as const
  await investigations.setHypothesis(by, id, { text: 'a | b', state: 'confirmed', evidence: ['c1'] })
  const read = await investigations.read(ann, id)
  assert.ok(read !== null)
  const text = toMarkdown(read)
  assert.doesNotMatch(text, /(?<!\\)[[\]<>`|]|http:\/\//)
  assert.equal(text.split('\n').filter((line) => line.startsWith('#')).length, 4)
  assert.match(text, /1 calls: 1 saw a part, 0 saw nothing/)
  assert.match(text, /visibility partial · k8s.pods.list timed\\_out 2/)
  assert.match(text, /on calls that did not see everything/)
  assert.match(text, /No call|proves nothing about now/)
})

test('threads are forgotten ninety days after their last call', async (t) => {
  const { clock, store, call, investigations, faults } = await start(t)
  const id = String(await call())
  clock.skew(90 * 86_400_000 + 1)
  assert.equal(await investigations.read(ann, id), null)
  assert.deepEqual(await investigations.list(ann, { limit: 9 }), [])
  await clock.advance(3_600_000)
  for (let turn = 0; turn < 20 && (await store.investigations.find('acme', id)) !== null; turn += 1)
    await new Promise((resolve) => setImmediate(resolve))
  assert.equal(await store.investigations.find('acme', id), null)
  assert.deepEqual(faults, [])
})
