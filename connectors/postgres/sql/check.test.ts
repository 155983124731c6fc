import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ArgumentError } from '@vedette/proto/connector'
import { checkSelect } from './check.ts'

const REFUSED = [
  // not one statement
  '',
  '-- nothing',
  'select 1; drop table orders',
  'select 1; select 2',
  "select 'a\\'; drop table orders; --'; select 'b'",
  // no SELECT
  "insert into orders values (1, 'x')",
  'update orders set note = null',
  'delete from orders',
  'truncate orders',
  'drop table orders',
  'create table x (id int)',
  "copy orders to program 'id'",
  "copy orders from '/etc/passwd'",
  'do $$ begin perform pg_sleep(9); end $$',
  'call archive()',
  'set default_transaction_read_only = off',
  'reset all',
  'begin',
  'commit',
  'rollback',
  'set transaction read write',
  'lock table orders',
  'vacuum orders',
  'explain analyze delete from orders',
  'listen events',
  "notify events, 'x'",
  "load 'evil'",
  'prepare p as select 1',
  'execute p',
  'declare c cursor for select 1',
  'show all',
  'table orders; table items',
  // writes inside a SELECT
  'select * into copied from orders',
  'select 1 union select 2 into copied',
  'with gone as (delete from orders returning *) select * from gone',
  'with a as (with b as (update orders set note = 1 returning *) select * from b) select * from a',
  'select * from (with x as (insert into orders values (1) returning *) select * from x) y',
  // locks
  'select * from orders for update',
  'select * from orders for no key update skip locked',
  'select * from (select * from orders for share) x',
  'select id from orders union all (select id from orders for update)',
  // functions that act, wait, read files or settings, or reach other servers
  'select pg_sleep(60)',
  'select pg_catalog.pg_sleep(60)',
  'select "pg_sleep"(60)',
  "select pg_read_file('/etc/passwd')",
  "select pg_read_binary_file('/etc/passwd')",
  "select * from pg_ls_dir('/')",
  "select lo_import('/etc/passwd')",
  "select lo_export(1, '/tmp/x')",
  "select lo_from_bytea(0, 'x')",
  "select * from dblink('host=evil', 'select 1') as t(a int)",
  "select set_config('transaction_read_only', 'off', false)",
  "select current_setting('primary_conninfo')",
  "select nextval('orders_id_seq')",
  "select setval('orders_id_seq', 1)",
  'select pg_terminate_backend(1)',
  'select pg_cancel_backend(1)',
  'select pg_reload_conf()',
  'select pg_promote()',
  'select pg_switch_wal()',
  'select pg_advisory_lock(1)',
  "select pg_notify('events', 'x')",
  "select pg_create_physical_replication_slot('x')",
  'select txid_current()',
  "select query_to_xml('delete from orders', true, true, '')",
  "select table_to_xml('pg_authid', true, true, '')",
  "select repeat('x', 1000000000)",
  'select public.archive(id) from orders',
  'select evil(id) from orders',
  'select count(*) filter (where pg_sleep(1) is null) from orders',
  'select * from orders order by pg_sleep(1)',
  'select case when true then pg_sleep(1) end',
  'select * from orders limit pg_backend_pid()',
  'select * from orders o join lateral pg_sleep(1) x on true',
  'select 1 where exists (select pg_sleep(1))',
  "values (pg_read_file('/etc/passwd'))",
  'select 1 operator(public.+) 2',
  'select sum(id) over (partition by pg_sleep(1)) from orders',
  // relations that hold secrets
  'select * from pg_authid',
  'select passwd from pg_shadow',
  'select * from pg_catalog.pg_authid',
  'select subconninfo from pg_subscription',
  'select * from pg_user_mappings',
  'select setting from pg_settings',
  'table pg_shadow',
  'select 1 where exists (select * from pg_authid)',
  'select * from information_schema.user_mapping_options',
  // parameters, and what is not known
  'select $1',
  "select xmlparse(document '<a/>')",
  'select * from orders tablesample system (1)',
  "select * from xmltable('/a' passing '<a/>'::xml columns b int)",
  'selec 1',
  `select ${'('.repeat(2000)}1`,
]

const ADMITTED = [
  'select 1',
  'select * from orders',
  'table orders',
  "values (1, 'a'), (2, 'b')",
  "select id, note from public.orders where note like 'n%' and id between 1 and 9 order by id desc limit 5 offset 2;",
  "select date_trunc('hour', at), count(*), avg(price)::numeric(10,2) from orders group by 1 having count(*) > 3",
  "with recent as (select * from orders where at > now() - interval '1 day') select count(*) from recent",
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 9) select * from n',
  'select o.*, i.price from orders o left join items i using (id) where i.price is not null',
  'select row_number() over (partition by note order by at) from orders',
  "select data ->> 'a', data #> '{b,c}', jsonb_array_elements(data -> 'd') from docs",
  "select coalesce(note, '') || upper(note), extract(epoch from at), position('a' in note), substring(note from 2) from orders",
  "select case when id > 1 then 'a' else 'b' end, (array[1, 2])[1], greatest(1, 2), nullif(1, 2) from orders",
  'select id from orders where id in (select order_id from items) and not exists (select 1 from items)',
  'select count(distinct note) filter (where id > 1), percentile_cont(0.9) within group (order by id) from orders',
  'select * from generate_series(1, 3) with ordinality as g(i, n)',
  "select 'it''s; drop table orders --', $$ ; delete $$",
  'select id from a union select id from b except select id from c',
  'select current_date, current_user, localtimestamp',
  "select at at time zone 'UTC', 'x'::regclass, pg_typeof(1), pg_size_pretty(pg_total_relation_size('orders'::regclass)) from orders",
  'select datname, state, count(*) from pg_stat_activity group by rollup (datname, state)',
  `select ${'('.repeat(500)}1${')'.repeat(500)}`,
]

describe('a statement', () => {
  test('is refused with the argument named and its text kept, unless it is one SELECT that only reads', async () => {
    assert.ok(REFUSED.length > 90)
    for (const sql of REFUSED) {
      await assert.rejects(
        checkSelect(sql, { field: 'sql' }),
        (error) => {
          assert.ok(error instanceof ArgumentError, `${sql}: ${error}`)
          assert.equal(error.field, 'sql')
          assert.doesNotMatch(error.message, /passwd|evil'|orders set/)
          return true
        },
        sql,
      )
    }
  })

  test('that only reads is admitted', async () => {
    for (const sql of ADMITTED) await assert.doesNotReject(checkSelect(sql, { field: 'sql' }), sql)
  })

  test('is told by its functions, its names after a dot, its relations and its parameters', async () => {
    const sql = 'select (t.payload).pg_read_file, lower(o.note) from public.orders o, t where o.id = $2'
    assert.deepEqual(await checkSelect(sql, { field: 'sql', parameters: true }), {
      functions: ['lower'],
      fields: ['id', 'note', 'pg_read_file', 'payload'],
      relations: ['t', 'public.orders'],
      parameters: 2,
    })
  })
})
