import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createFakeClock, type FakeClock, systemClock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import { createFolder, startPostgres } from '@vedette/test/kit'
import {
  agentView,
  connectorState,
  createFakeAudit,
  createFakeDispatch,
  createFakeFleet,
  NOW,
  principal,
  readResult,
  toolContext,
} from '../../testing/fakes.ts'
import { createStore, type Store } from '../store/index.ts'
import { createToolSurface } from '../tools/index.ts'
import type { ToolContext, ToolResult } from '../tools/types.ts'
import { createResults, createResultTools, UNKNOWN_RESULT } from './index.ts'

const cleanup = { after }
const postgres = await startPostgres(cleanup)
const DATABASES = [
  { name: 'node:sqlite', url: `sqlite:${join(createFolder(cleanup), 'store.db')}` },
  { name: 'PostgreSQL', url: postgres.url },
]
const HOUR = 3_600_000
const web = agentView('web-1', [connectorState('host', ['host.disks.list'], { scopes: [{ host: 'web-1' }] })])

function disk(n: number) {
  return {
    mount: `/data/${n}`,
    used: n % 3 === 0,
    free: n * 1.5,
    label: 'x'.repeat(200),
    tags: { tier: `t${n % 4}` },
  }
}

// One replica over a store; its operation answers `total` rows, cut at the source where `part` says so.
function replica(store: Store, clock: FakeClock, facts: { total: number; part?: Partial<Part> }) {
  const fleet = createFakeFleet([web])
  const rows = Array.from({ length: facts.total }, (_, n) => disk(n))
  const dispatch = createFakeDispatch((request) =>
    readResult(request, { disks: rows }, { items: facts.total, ...facts.part }),
  )
  // The fake clock is the time of the sets; a query's process lives in real time.
  const results = createResults({ store, clock: { ...systemClock, now: () => clock.now() } })
  const surface = createToolSurface({
    fleet,
    dispatch,
    store: createFakeAudit(),
    clock,
    results,
    extraTools: createResultTools({ results, now: () => clock.now() }),
  })
  const call = async (name: string, args: object, context: Partial<ToolContext> = {}) =>
    surface.call(name, args, toolContext(context))
  return { call, body: async (name: string, args: object) => bodyOf(await call(name, args)) }
}

type Body = Record<string, unknown> & {
  cut?: { result?: { id: string; rows: Record<string, number>; until: string } }
}

function bodyOf(result: ToolResult): Body {
  if (result.kind === 'error') return assert.fail(JSON.stringify(result.error))
  return JSON.parse(result.text) as Body
}

function errorOf(result: ToolResult) {
  return result.kind === 'error' ? result.error : assert.fail(result.text.slice(0, 300))
}

const TRUNCATED = { state: 'truncated', cap: 'rows', at_least: 1000 } as const

for (const { name, url } of DATABASES)
  describe(`result sets over ${name}`, () => {
    const clock = createFakeClock(NOW)
    let store: Store
    before(async () => {
      store = await createStore({ url, clock })
      for (const one of ['acme', 'globex']) await store.organisations.create(one)
    })
    after(() => store.close())

    async function keep(facts: { total: number; part?: Partial<Part> }) {
      const one = replica(store, clock, facts)
      const body = await one.body('host_disks_list', {})
      const id = body.cut?.result?.id ?? assert.fail(JSON.stringify(body).slice(0, 400))
      return { ...one, cut: body.cut, id, first: body }
    }

    it('keep what is larger than an answer, and give head, count and a handle of 128 random bits', async () => {
      const { cut, id, first } = await keep({ total: 1000 })
      assert.match(id, /^rs_[A-Za-z0-9_-]{22}$/)
      assert.deepEqual(cut?.result?.rows, { disks: 1000 })
      assert.equal(cut?.result?.until, '2030-01-15T13:00:00Z')
      assert.equal(first['visibility'], 'full')
      assert.ok(JSON.stringify(first).length <= 24_000)
    })

    it('are paged to their last row from any replica, each row once', async () => {
      const { id } = await keep({ total: 1000 })
      const other = replica(store, clock, { total: 0 })
      const seen: string[] = []
      for (let from: number | undefined = 0; from !== undefined; ) {
        const page = await other.body('results_page', { id, from })
        const rows = page['rows'] as { cols: string[]; rows: unknown[][] }
        seen.push(...rows.rows.map((row) => String(row[rows.cols.indexOf('mount')])))
        assert.equal(page['visibility'], 'full')
        from = page['next_from'] as number | undefined
      }
      assert.deepEqual(
        seen,
        Array.from({ length: 1000 }, (_, n) => `/data/${n}`),
      )
    })

    it('answer SQL over typed, flattened rows', async () => {
      const { id, body } = await keep({ total: 1000 })
      const sql = 'select "tags.tier", count(*) n, sum(used), max(free) from rows group by 1 order by 1'
      const answer = await body('results_query', { id, sql })
      assert.deepEqual(answer['cols'], ['tags.tier', 'n', 'sum(used)', 'max(free)'])
      assert.deepEqual((answer['found'] as unknown[])[0], ['t0', 250, 84, 1494])
      assert.equal(answer['n'], 4)
      assert.equal((await body('results_query', { id, sql: 'select * from rows where free < 0' }))['n'], 0)
    })

    it('stay partial in every page and query when their source was cut, and count at least', async () => {
      const { id, body } = await keep({ total: 1000, part: TRUNCATED })
      const page = await body('results_page', { id })
      assert.equal(page['visibility'], 'partial')
      assert.match(JSON.stringify(page['_sources']), /truncated/)
      const ask = async (sql: string) => body('results_query', { id, sql })
      const counted = await ask('select count(*) as n, avg(free) a from rows')
      assert.equal(counted['visibility'], 'partial')
      assert.deepEqual(counted['found'], [[{ at_least: 1000 }, { over_seen: 749.25 }]])
      const none = await ask("select mount from rows where mount = '/gone'")
      assert.deepEqual([none['n'], none['found'], none['visibility']], [null, [], 'partial'])
      assert.match(String(none['partial']), /prove nothing/)
      const zero = await ask("select count(*) from rows where mount = '/gone'")
      assert.deepEqual(zero['found'], [[null]])
      // A count that more rows could lower is no lower bound.
      for (const sql of [
        'select count(*) from rows where not exists (select 1 from rows r where r.free > rows.free)',
        'select n from (select count(*) n from rows)',
        'select count(*) from rows a left join rows b on b.free = a.free + 1 where b.free is null',
        'select 5000 - count(*) from rows',
        "select case when count(*) > 1000 then 'many' else 'few' end from rows",
      ])
        assert.ok(JSON.stringify((await ask(sql))['found']).includes('over_seen'), sql)
    })

    it('count at least where what was kept is the first page of more', async () => {
      const { id, body, first } = await keep({ total: 1000, part: { cursor: 'c', total: 90_000 } })
      assert.equal(first['visibility'], 'full')
      const counted = await body('results_query', { id, sql: 'select count(*) from rows' })
      assert.deepEqual([counted['found'], counted['visibility']], [[[{ at_least: 1000 }]], 'partial'])
    })

    it('give one error for handles that are unknown, expired, of another principal or another organisation', async () => {
      const { id, call } = await keep({ total: 500 })
      const sql = 'select 1 from rows'
      const others = [principal({ id: 'tok_2' }), principal({ organisation: 'globex' })]
      for (const tool of ['results_page', 'results_query']) {
        const args = tool === 'results_page' ? { id } : { id, sql }
        for (const one of others)
          assert.deepEqual(errorOf(await call(tool, args, { principal: one })), UNKNOWN_RESULT)
        const unknown = await call(tool, { ...args, id: 'rs_AAAAAAAAAAAAAAAAAAAAAA' })
        assert.deepEqual(errorOf(unknown), UNKNOWN_RESULT)
        assert.equal((await call(tool, args)).kind, 'answer')
      }
      await clock.advance(HOUR - 1)
      assert.equal((await call('results_page', { id })).kind, 'answer')
      await clock.advance(1)
      assert.deepEqual(errorOf(await call('results_page', { id })), UNKNOWN_RESULT)
    })

    it('forget the oldest beyond the share of a principal, and what has expired', async () => {
      const row = {
        organisation: 'acme',
        principal: 'tok_1',
        tool: 't',
        expires_at: clock.now() + HOUR,
        body: '',
      }
      const bytes = 40 * 1024 * 1024
      for (const [n, id] of ['rs_old', 'rs_new'].entries())
        await store.results.add({ ...row, id, bytes, created_at: clock.now() + n })
      await store.results.add({ ...row, id: 'rs_gone', bytes: 1, created_at: 0, expires_at: clock.now() })
      await clock.advance(10)
      await keep({ total: 500 })
      const left = (await store.results.list('acme', 'tok_1')).map((one) => one.id)
      assert.ok(left.includes('rs_new'))
      assert.ok(!left.includes('rs_old') && !left.includes('rs_gone'))
    })
  })

describe('without a place to keep it', () => {
  it('an answer is cut as ever, says so, and names no handle', async () => {
    const clock = createFakeClock(NOW)
    const store = await createStore({ url: 'sqlite::memory:', clock })
    const { body } = replica(store, clock, { total: 1000 })
    // The organisation is not there, so the store refuses the row.
    const { cut } = await body('host_disks_list', {})
    assert.ok(cut !== undefined && cut.result === undefined)
    await store.close()
  })
})
