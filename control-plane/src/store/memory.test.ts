import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createFolder, startPostgres } from '@vedette/test/kit'
import { createStore, type Store } from './index.ts'
import type { EntryRow, FactRow, InvestigationRow, KnowledgeRow, StepRow } from './memory-types.ts'

const START = Date.parse('2026-03-01T10:00:00.000Z')
const cleanup = { after }
const postgres = await startPostgres(cleanup)
const DATABASES = [
  { name: 'node:sqlite', url: `sqlite:${join(createFolder(cleanup), 'store.db')}` },
  { name: 'PostgreSQL', url: postgres.url },
]

function thread(id: string, more: Partial<InvestigationRow> = {}): InvestigationRow {
  return {
    organisation: 'acme',
    id,
    title: `Thread ${id}`,
    titled_by: null,
    principal: 'tok_1',
    client: 'editor',
    opened_at: START,
    last_at: START,
    calls: 0,
    partial: 0,
    none: 0,
    errors: 0,
    outcome: null,
    outcome_by: null,
    ...more,
  }
}

function step(investigation: string, call: string, more: Partial<StepRow> = {}): StepRow {
  return {
    organisation: 'acme',
    investigation,
    call,
    at: START + 1000,
    principal: 'tok_1',
    tool: 'k8s_pods_list',
    title: 'Pods',
    purpose: null,
    arguments: { namespace: 'shop' },
    visibility: 'full',
    error: null,
    took_ms: 12,
    sources: [{ operation: 'k8s.pods.list', connector: 'kubernetes', state: 'read', n: 1 }],
    ...more,
  }
}

function fact(id: string, more: Partial<FactRow> = {}): FactRow {
  return {
    organisation: 'acme',
    id,
    kind: 'pod_node',
    from_name: 'checkout-1',
    to_name: 'node-1',
    namespace: 'shop',
    scope: { cluster: 'eu' },
    operation: 'k8s.pods.list',
    call: 'c1',
    seen_at: START,
    ...more,
  }
}

for (const { name, url } of DATABASES) {
  describe(`memory over ${name}`, () => {
    let store: Store

    before(async () => {
      store = await createStore({ url, clock: createFakeClock(START) })
      await store.organisations.create('acme')
      await store.organisations.create('umbrella')
    })
    after(() => store.close())

    it('counts every call of a thread by what it saw, and keeps steps up to a bound', async () => {
      const { investigations } = store
      await investigations.open(thread('inv_a'))
      await investigations.addStep(step('inv_a', 'c1'), 3)
      await investigations.addStep(step('inv_a', 'c2', { visibility: 'partial' }), 3)
      await investigations.addStep(step('inv_a', 'c3', { visibility: 'none', error: 'no_visibility' }), 3)
      const failed = { visibility: null, error: 'invalid_argument', at: START + 5000 }
      await investigations.addStep(step('inv_a', 'c4', failed), 3)
      const { calls, partial, none, errors, last_at } = (await investigations.find('acme', 'inv_a')) ?? {}
      assert.deepEqual([calls, partial, none, errors, last_at], [4, 1, 1, 1, START + 5000])
      const steps = await investigations.steps('acme', 'inv_a')
      assert.deepEqual(
        steps.map((one) => one.call),
        ['c1', 'c2', 'c3'],
      )
      assert.deepEqual(steps[0], step('inv_a', 'c1'))
      assert.deepEqual(await investigations.steps('umbrella', 'inv_a'), [])
      assert.equal(await investigations.find('umbrella', 'inv_a'), null)
    })

    it('lists by what threads saw, who opened them and the words in them, never across organisations', async () => {
      const { investigations } = store
      await investigations.open(
        thread('inv_b', { title: 'Latência 100% of checkout', last_at: START + 9000 }),
      )
      await investigations.open(thread('inv_c', { principal: 'tok_2', none: 1, last_at: START + 8000 }))
      await investigations.open(thread('inv_x', { organisation: 'umbrella', none: 1 }))
      const entry: EntryRow = {
        organisation: 'acme',
        investigation: 'inv_c',
        id: 'h1',
        at: START,
        updated_at: START,
        principal: 'tok_2',
        author: 'model',
        kind: 'hypothesis',
        text: 'The Database ran out of connections',
        word: 'open',
        evidence: [],
      }
      await investigations.addEntry(entry)
      const list = async (filter: object) =>
        (await investigations.list('acme', { limit: 10, ...filter })).map(({ id }) => id)
      assert.deepEqual(await list({}), ['inv_b', 'inv_c', 'inv_a'])
      assert.deepEqual(await list({ visibility: 'none' }), ['inv_c', 'inv_a'])
      assert.deepEqual(await list({ visibility: 'partial' }), ['inv_a'])
      assert.deepEqual(await list({ principal: 'tok_2' }), ['inv_c'])
      assert.deepEqual(await list({ text: '100%' }), ['inv_b'])
      assert.deepEqual(await list({ text: 'database RAN' }), ['inv_c'])
      assert.deepEqual(await list({ text: '_%' }), [])
      assert.deepEqual(await list({ from: START + 8500 }), ['inv_b'])
      const set = { word: 'confirmed', evidence: ['c1'], updated_at: START + 1, author: 'person' } as const
      assert.equal(await investigations.changeEntry('umbrella', entry, set), false)
      assert.equal(await investigations.changeEntry('acme', entry, set), true)
      assert.deepEqual(await investigations.entries('acme', 'inv_c'), [{ ...entry, ...set }])
    })

    it('lets no model write over a title or an outcome of a person', async () => {
      const write = (field: 'title' | 'outcome', text: string, author: 'person' | 'model') =>
        store.investigations.write('acme', 'inv_c', { field, text, author })
      assert.equal(await write('title', 'by a model', 'model'), true)
      assert.equal(await write('title', 'by a person', 'person'), true)
      assert.equal(await write('title', 'by a model again', 'model'), false)
      assert.equal(await write('outcome', 'the pool was too small', 'model'), true)
      const row = await store.investigations.find('acme', 'inv_c')
      assert.deepEqual(
        [row?.title, row?.titled_by, row?.outcome, row?.outcome_by],
        ['by a person', 'person', 'the pool was too small', 'model'],
      )
      assert.equal(
        await store.investigations.write('umbrella', 'inv_c', {
          field: 'title',
          text: 'x',
          author: 'person',
        }),
        false,
      )
    })

    it('remembers which thread a client is on, and forgets threads that nobody used', async () => {
      const key = { principal: 'tok_1', client: 'editor' }
      await store.investigations.follow('acme', { ...key, investigation: 'inv_a', at: START })
      await store.investigations.follow('acme', { ...key, investigation: 'inv_b', at: START + 1 })
      assert.deepEqual(await store.investigations.thread('acme', key), {
        investigation: 'inv_b',
        at: START + 1,
      })
      assert.equal(await store.investigations.thread('umbrella', key), null)
      const read = { investigation: 'inv_a', object: 'web' }
      for (const version of ['7', '8'])
        await store.objectReads.put({ organisation: 'acme', ...read, resource_version: version, at: START })
      assert.equal(await store.objectReads.find('acme', read), '8')
      assert.equal(await store.objectReads.find('umbrella', read), null)
      assert.equal(await store.objectReads.find('acme', { ...read, investigation: 'inv_b' }), null)
      assert.equal(await store.investigations.prune('acme', START + 6000), 1)
      assert.equal(await store.investigations.find('acme', 'inv_a'), null)
      assert.deepEqual(await store.investigations.steps('acme', 'inv_a'), [])
      assert.equal(await store.objectReads.find('acme', read), null)
      assert.notEqual(await store.investigations.find('umbrella', 'inv_x'), null)
    })

    it('sees a fact again without making it older, and forgets what is old or too much', async () => {
      const { knowledge } = store
      await knowledge.putFacts([fact('f1'), fact('f2', { to_name: 'node_2', seen_at: START + 10 })])
      await knowledge.putFacts([
        fact('f1', { seen_at: START + 20, call: 'c2' }),
        fact('f2', { seen_at: START }),
      ])
      const all = await knowledge.facts('acme', { since: 0, limit: 10 })
      assert.deepEqual(
        all.map(({ id, seen_at, call }) => [id, seen_at - START, call]),
        [
          ['f1', 20, 'c2'],
          ['f2', 10, 'c1'],
        ],
      )
      assert.deepEqual(all[0]?.scope, { cluster: 'eu' })
      const named = async (name: string) =>
        (await knowledge.facts('acme', { since: 0, limit: 10, name })).map(({ id }) => id)
      assert.deepEqual([await named('NODE_'), await named('checkout')], [['f2'], ['f1', 'f2']])
      assert.deepEqual(await knowledge.facts('umbrella', { since: 0, limit: 10 }), [])
      assert.equal(await knowledge.prune('umbrella', { facts: START + 99, most: 0, notes: 0 }), 0)
      assert.equal(await knowledge.prune('acme', { facts: 0, most: 1, notes: 0 }), 1)
      assert.deepEqual(
        (await knowledge.facts('acme', { since: 0, limit: 10 })).map(({ id }) => id),
        ['f1'],
      )
      assert.equal(await knowledge.prune('acme', { facts: START + 21, most: 9, notes: 0 }), 1)
    })

    it('moves a note once for each verdict, within its organisation', async () => {
      const note: KnowledgeRow = {
        organisation: 'acme',
        id: 'kn_1',
        kind: 'quirk',
        text: 'staging scales to zero at night',
        state: 'proposed',
        proposed_by: 'tok_1',
        author: 'model',
        investigation: null,
        created_at: START,
        decided_by: null,
        decided_at: null,
      }
      await store.knowledge.addNote(note)
      const set = { state: 'accepted', decided_by: 'tok_9', decided_at: START + 5 } as const
      assert.equal(await store.knowledge.decide('umbrella', 'kn_1', set), false)
      assert.equal(await store.knowledge.decide('acme', 'kn_1', set), true)
      assert.equal(await store.knowledge.decide('acme', 'kn_1', set), false)
      assert.deepEqual(await store.knowledge.notes('acme', { limit: 5 }), [{ ...note, ...set }])
      assert.deepEqual(await store.knowledge.notes('acme', { state: 'proposed', limit: 5 }), [])
      await store.knowledge.addNote({ ...note, id: 'kn_2' })
      assert.equal(await store.knowledge.prune('acme', { facts: 0, most: 9, notes: START + 1 }), 1)
      assert.equal((await store.knowledge.findNote('acme', 'kn_1'))?.state, 'accepted')
      assert.equal(await store.knowledge.findNote('acme', 'kn_2'), null)
    })
  })
}
