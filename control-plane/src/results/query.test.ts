import assert from 'node:assert/strict'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Clock, systemClock } from '@vedette/proto/clock'
import { createFolder } from '@vedette/test/kit'
import { createRunQuery, QUERY_MS, type Queried } from './run-query.ts'

const folder = createFolder({ after })
const ROWS = Array.from({ length: 2000 }, (_, n) => ({
  name: `p${n}`,
  n,
  ok: n % 2 === 0,
  pad: 'x'.repeat(100),
}))

function pack(lists: unknown): string {
  return gzipSync(JSON.stringify(lists)).toString('base64')
}

const BODY = pack({ pods: ROWS })

function ask(
  sql: string,
  more: Readonly<{ clock?: Clock; body?: string; signal?: AbortSignal }> = {},
): Promise<Queried> {
  const run = createRunQuery(more.clock ?? systemClock)
  return run({
    sql,
    list: 'pods',
    body: more.body ?? BODY,
    signal: more.signal ?? new AbortController().signal,
  })
}

async function codeOf(sql: string): Promise<string> {
  const said = await ask(sql)
  return said.kind === 'refused' ? said.code : `rows ${JSON.stringify(said.rows)}`
}

test('a query cannot write, attach, load, look at or name anything but the rows', async () => {
  const file = join(folder, 'made.db')
  const secret = join(folder, 'secret.txt')
  writeFileSync(secret, 'canary-1234')
  const refused: readonly (readonly [string, string])[] = [
    ['delete from rows', 'statement_not_allowed'],
    ["update rows set name = 'x'", 'statement_not_allowed'],
    ["insert into rows (name) values ('x') returning name", 'statement_not_allowed'],
    ['with a as (select 1) delete from rows returning name', 'statement_not_allowed'],
    ['create table t as select 1', 'statement_not_allowed'],
    ['create temp table t (a)', 'statement_not_allowed'],
    ['drop table rows', 'statement_not_allowed'],
    [`attach '${file}' as other`, 'statement_not_allowed'],
    [`vacuum into '${file}'`, 'statement_not_allowed'],
    [`select 1; vacuum into '${file}'`, 'one_statement'],
    ['pragma database_list', 'statement_not_allowed'],
    ["select * from pragma_table_info('rows')", 'table_not_allowed'],
    ['select * from sqlite_schema', 'table_not_allowed'],
    ["select load_extension('x')", 'function_not_allowed'],
    [`select readfile('${secret}')`, 'invalid_sql'],
    [`select writefile('${file}', 'x')`, 'invalid_sql'],
    ["select fts3_tokenizer('x')", 'function_not_allowed'],
    ['select zeroblob(1000000000)', 'function_not_allowed'],
    ["select printf('%900000000d', 1)", 'function_not_allowed'],
    ['select randomblob(100)', 'function_not_allowed'],
    ['explain select 1', 'statement_not_allowed'],
    ['begin', 'statement_not_allowed'],
    [
      'with recursive t(x) as (select 1 union all select x + 1 from t) select x from t',
      'statement_not_allowed',
    ],
    ['select 1; select 2', 'one_statement'],
    ['', 'invalid_sql'],
  ]
  for (const [sql, code] of refused) assert.equal(await codeOf(sql), code, sql)
  assert.equal(existsSync(file), false)
  assert.deepEqual(readdirSync(folder), ['secret.txt'])
})

test('a query has functions, JSON, windows, subqueries and comments', async () => {
  const allowed: readonly (readonly [string, unknown])[] = [
    ['select count(*), sum(ok), max(n) from rows -- all', [2000, 1000, 1999]],
    ["/* first */ select upper(name) from rows where name like 'p1' ;", ['P1']],
    ['with a as (select n from rows where n < 3) select sum(n) from a', [3]],
    [
      'select name from (select name, row_number() over (order by n desc) r from rows) where r = 1',
      ['p1999'],
    ],
    ["select value from json_each('[7]')", [7]],
    ['select 9007199254740993', ['9007199254740993']],
    ['values (1, null)', [1, null]],
  ]
  for (const [sql, first] of allowed) {
    const said = await ask(sql)
    assert.ok(said.kind === 'rows', `${sql}: ${JSON.stringify(said)}`)
    assert.deepEqual(said.rows[0], first, sql)
  }
})

test('what is not understood is named with the columns there are', async () => {
  const said = await ask('select nam from rows')
  assert.ok(said.kind === 'refused')
  assert.deepEqual([said.code, said.detail], ['invalid_sql', 'no such column: nam'])
  assert.deepEqual(said.schema, [
    { name: 'name', type: 'TEXT' },
    { name: 'n', type: 'INTEGER' },
    { name: 'ok', type: 'INTEGER' },
    { name: 'pad', type: 'TEXT' },
  ])
})

test('rows beyond 500 are left out, and it says so', async () => {
  const said = await ask('select n from rows')
  assert.ok(said.kind === 'rows')
  assert.deepEqual([said.rows.length, said.capped], [500, true])
})

test('a query that does not end is killed at its time, and leaves room for the next', async () => {
  // The time of a query, ten times as fast.
  const clock = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(ms / 10, run) }
  const asked: number[] = []
  const watched: Clock = {
    ...clock,
    after(ms, run) {
      asked.push(ms)
      return clock.after(ms, run)
    },
  }
  const run = createRunQuery(watched)
  const endless = { sql: 'select count(*) from rows a, rows b, rows c', list: 'pods', body: BODY }
  const { signal } = new AbortController()
  const said = await Promise.all([1, 2, 3].map(() => run({ ...endless, signal })))
  assert.deepEqual(
    said.map((one) => one.kind === 'refused' && one.code),
    ['out_of_time', 'out_of_time', 'out_of_time'],
  )
  assert.equal(asked.filter((ms) => ms === QUERY_MS).length, 3)
})

test('a query that collects without end is killed before it holds much more than it may', async () => {
  const clock = {
    ...systemClock,
    after: (ms: number, run: () => void) => systemClock.after(ms === QUERY_MS ? 60_000 : ms, run),
  }
  const sql = `select count(*) from (select distinct a.n || ' ' || b.n || a.pad || b.pad from rows a, rows b)`
  const said = await ask(sql, { clock })
  assert.ok(said.kind === 'refused')
  assert.equal(said.code, 'out_of_memory')
})

test('a query whose caller goes away ends at once', async () => {
  const leaving = new AbortController()
  const asked = ask('select count(*) from rows a, rows b, rows c', { signal: leaving.signal })
  leaving.abort()
  const said = await asked
  assert.ok(said.kind === 'refused')
  assert.equal(said.code, 'cancelled')
})

test('rows of any shape become columns: wide, nested, mixed, alike but for case', async () => {
  const wide = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`c${n}`, n]))
  const body = pack({
    pods: [
      { A: 1, a: 'x', mix: 1, deep: { er: { x: true } }, _other: 'own' },
      { ...wide, mix: 'two' },
    ],
  })
  const said = await ask('select A, a_2, mix, typeof(mix) from rows', { body })
  assert.ok(said.kind === 'rows', JSON.stringify(said))
  assert.deepEqual(said.rows[0], [1, 'x', 1, 'integer'])
  assert.equal(said.schema.length, 400)
  assert.equal(said.schema.at(-1)?.name, '_other')
  const rest = await ask('select count(*) from rows, json_each(rows._other)', { body })
  assert.ok(rest.kind === 'rows')
  assert.ok(Number(rest.rows[0]?.[0]) > 400)
  const none = await ask('select count(*) from rows', { body: pack({ pods: [] }) })
  assert.deepEqual(none.kind === 'rows' && none.rows, [[0]])
})

test('no text of SQL makes anything but rows or a typed refusal', async () => {
  const words =
    `select from where rows name n pad * , ( ) ' " ; -- /* */ attach pragma delete union all limit -1 1e999 x'00'
    json_each load_extension over order by group having count(*) null not in exists [ ] \` ? :a @b $c with as values like`.split(
      /\s+/,
    )
  let seed = 42
  const next = (max: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % max
  }
  const texts = Array.from({ length: 60 }, () =>
    ['select', ...Array.from({ length: next(12) }, () => words[next(words.length)] ?? '')].join(' '),
  )
  const run = createRunQuery(systemClock)
  const { signal } = new AbortController()
  for (const sql of texts) {
    const said = await run({ sql, list: 'pods', body: BODY, signal })
    const fine = said.kind === 'rows' || !['failed', 'out_of_memory', 'out_of_time'].includes(said.code)
    assert.ok(fine, `${sql}: ${JSON.stringify(said).slice(0, 200)}`)
  }
})
