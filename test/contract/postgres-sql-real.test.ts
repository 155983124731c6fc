import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { createFolder, eventually, findTool, type StartedPostgres, startPostgres } from '@vedette/test/kit'
import pg from 'pg'
import { askPostgres, type Given, states, toValue } from './postgres-harness.ts'

const SET_UP = `
create role vedette login password 'pw'; create role shop;
create table orders (id int primary key, note text, price numeric, photo bytea, at timestamptz, big bigint, paid bool);
insert into orders values (1, 'first', 1.50, '\\x010203', '2026-01-01T00:00:00Z', 9007199254740993, true), (2, null, null, null, null, 7, false);
create table secrets (token text); create sequence counter;
grant select on orders to vedette; grant usage on sequence counter to vedette;
create function lower(orders) returns text language sql as $$ select 'shadow' $$;
create function evil() returns int language plpgsql security definer as $$ begin insert into secrets values ('x'); return 1; end $$;
create function total(orders) returns int language plpgsql security definer as $$ begin insert into secrets values ('y'); return 1; end $$;
create view sneaky as select evil() as id; grant select on sneaky to vedette;
create function public.upper(text) returns text language plpgsql security definer as $$ begin insert into secrets values ('z'); return $1; end $$;`

// What passes no parser, or passes it and must be stopped by what the database says its names are.
const ATTACKS = [
  'insert into orders (id) values (3)',
  'delete from orders',
  'with gone as (delete from orders returning *) select * from gone',
  'select 1; delete from orders',
  "select 'a\\'; delete from orders; --'",
  'select * into copied from orders',
  'select * from orders for update',
  'select pg_sleep(30)',
  "select pg_read_file('/etc/passwd')",
  "select t.pg_read_file from substring('/etc/passwd' from 1) t",
  "select ('/etc/passwd'::text).pg_read_file",
  'select (t.note).pg_read_file from orders t',
  'select evil()',
  'select o.total from orders o',
  'select (o).total from orders o',
  'select o.lower from orders o',
  'select upper(note) from orders',
  "select nextval('counter')",
  "select set_config('transaction_read_only', 'off', true)",
  'select pg_terminate_backend(1)',
  'select * from pg_shadow',
  'select setting from pg_settings',
  "copy orders to program 'id'",
  'do $$ begin delete from orders; end $$',
  'set transaction read write',
]

describe('reading by SQL on a real server', { timeout: 120_000 }, () => {
  let server: StartedPostgres
  let admin: pg.Client
  const undos: (() => void | Promise<void>)[] = []
  const cleanup = { after: (undo: () => void | Promise<void>) => void undos.push(undo) }
  const ask = (operation: string, given: Given = {}) => askPostgres(server.port, operation, given)
  const read = (sql: string, input: Record<string, unknown> = {}) =>
    ask('db.sql.read', { input: { sql, ...input } })

  before(async () => {
    server = await startPostgres(cleanup)
    admin = new pg.Client({ connectionString: server.url })
    await admin.connect()
    cleanup.after(() => admin.end())
    await admin.query(SET_UP)
  })
  after(async () => {
    for (const undo of undos.reverse()) await undo()
  })

  test('rows come back with their columns, types and exact values', async () => {
    const sql = 'select id, note, price, photo, at, big, paid from orders order by id'
    const reading = await read(sql)
    const value = toValue(reading)
    assert.deepEqual(value.columns, [
      { name: 'id', type: 'integer' },
      { name: 'note', type: 'text' },
      { name: 'price', type: 'numeric' },
      { name: 'photo', type: 'bytea' },
      { name: 'at', type: 'timestamp with time zone' },
      { name: 'big', type: 'bigint' },
      { name: 'paid', type: 'boolean' },
    ])
    assert.deepEqual(value.rows, [
      [1, 'first', 1.5, '3 bytes', '2026-01-01 00:00:00+00', '9007199254740993', true],
      [2, null, null, null, null, 7, false],
    ])
    assert.deepEqual([states(reading), value.more], [['read'], false])
  })

  test('no rows is what the database answered, and too many are cut and said so', async () => {
    const none = await read("select id from orders where note = 'nobody'")
    assert.deepEqual([states(none), none.parts[0]?.proof], [['empty'], 'enumerated'])
    const cut = await read('select * from generate_series(1, 5000) as g', { max_rows: 3 })
    assert.deepEqual([toValue(cut).rows, toValue(cut).more], [[[1], [2], [3]], true])
    assert.deepEqual([states(cut), cut.parts[0]?.at_least], [['truncated'], 4])
  })

  test('no attack runs, and none changes anything', async () => {
    for (const sql of ATTACKS) {
      await assert.rejects(
        read(sql),
        (error) => {
          assert.ok(error instanceof ArgumentError, `${sql}: ${String(error)}`)
          return error.field === 'sql'
        },
        sql,
      )
      await assert.rejects(ask('db.queries.explain', { input: { sql } }), ArgumentError, sql)
    }
    // What only the transaction itself can stop: a granted view that calls a function that writes.
    await assert.rejects(read('select * from sneaky'), ArgumentError)
    const { rows } = await admin.query(
      'select (select count(*) from secrets)::int as s, (select count(*) from orders)::int as o',
    )
    assert.deepEqual(rows, [{ s: 0, o: 2 }])
    const { rows: copied } = await admin.query("select 1 from pg_class where relname = 'copied'")
    assert.deepEqual(copied, [])
  })

  test('a table without a grant is forbidden by name', async () => {
    await assert.rejects(read('select * from secrets'), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.missing], ['forbidden', 'SELECT on secrets'])
      return true
    })
  })

  test('mistakes of the statement are errors of the argument, without the words of the server', async () => {
    for (const sql of [
      'select * from nosuch',
      'select nosuch from orders',
      'select 1 / 0',
      "select 'x'::int",
      'select 1 + true',
    ]) {
      await assert.rejects(read(sql), (error) => {
        assert.ok(error instanceof ArgumentError, sql)
        assert.doesNotMatch(error.message, /nosuch|"x"|division/)
        return true
      })
    }
  })

  test('a statement past its time is timed out by the server, which then runs nothing more', async () => {
    const sql = 'select count(*) from generate_series(1, 100000000) a, generate_series(1, 100000) b'
    await assert.rejects(read(sql, { timeout_s: 1 }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.why], ['timed_out', 'statement_timeout'])
      return true
    })
    await eventually(async () => {
      const { rowCount } = await admin.query(
        "select 1 from pg_stat_activity where application_name = 'vedette'",
      )
      return rowCount === 0
    })
  })

  test('a value past the bound is unusable, and the connection is closed', async () => {
    const sql = "select string_agg('0123456789', '') from generate_series(1, 1500000)"
    await assert.rejects(read(sql), { state: 'unusable', carried: { why: 'too_large' } })
  })

  test('a caller that goes away leaves no session behind', async () => {
    const gone = new AbortController()
    const sql = 'select count(*) from generate_series(1, 100000000) a, generate_series(1, 100000) b'
    const asked = ask('db.sql.read', { input: { sql, timeout_s: 2 }, signal: gone.signal })
    const refused = assert.rejects(asked, { state: 'timed_out' })
    const running = "select 1 from pg_stat_activity where application_name = 'vedette' and state = 'active'"
    await eventually(async () => (await admin.query(running)).rowCount === 1)
    gone.abort()
    await refused
    await eventually(async () => (await admin.query(running)).rowCount === 0)
  })

  test('a password is asked for and checked', async () => {
    const locked = await startPostgres(cleanup)
    const other = new pg.Client({ connectionString: locked.url })
    await other.connect()
    await other.query("create role vedette login password 'right'")
    const { rows: files } = await other.query('show hba_file')
    await writeHba(other, String(files[0]?.hba_file))
    await assert.doesNotReject(askPostgres(locked.port, 'db.ping', { password: 'right' }))
    for (const given of [{ password: 'wrong' }, {}])
      await assert.rejects(askPostgres(locked.port, 'db.ping', given), { state: 'unauthorized' })
    await other.end()
  })

  test('certificates are checked unless the configuration says otherwise (needs openssl)', {
    ...(findTool('openssl') === undefined ? { skip: 'no openssl' } : {}),
  }, async () => {
    await assert.rejects(ask('db.ping', { config: { tls: { mode: 'verify' } } }), {
      state: 'upstream_failed',
      carried: { errno: 'TLS_NOT_OFFERED' },
    })
    const cert = await enableTls(admin, server.socketFolder)
    const host = { host: 'localhost' }
    await assert.doesNotReject(ask('db.ping', { config: { ...host, tls: { mode: 'encrypt' } } }))
    await assert.doesNotReject(
      ask('db.ping', { config: { ...host, tls: { mode: 'verify', ca_file: cert } } }),
    )
    await assert.rejects(ask('db.ping', { config: { ...host, tls: { mode: 'verify' } } }), {
      state: 'upstream_failed',
    })
    await assert.rejects(ask('db.ping', { config: { tls: { mode: 'verify', ca_file: cert } } }), {
      carried: { errno: 'ERR_TLS_CERT_ALTNAME_INVALID' },
    })
    const sql = "select string_agg('0123456789', '') from generate_series(1, 1500000)"
    await assert.rejects(
      ask('db.sql.read', { input: { sql }, config: { ...host, tls: { mode: 'encrypt' } } }),
      {
        carried: { why: 'too_large' },
      },
    )
  })

  // Gives the server a certificate for localhost that signs itself, and returns it as text.
  async function enableTls(client: pg.Client, owned: string): Promise<string> {
    const { uid, gid } = statSync(owned)
    const folder = createFolder(cleanup, { uid })
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', key, '-out', cert], {
      stdio: 'ignore',
    })
    for (const file of [key, cert]) chownSync(file, uid, gid)
    for (const [name, value] of [
      ['ssl_cert_file', cert],
      ['ssl_key_file', key],
      ['ssl', 'on'],
    ] as const)
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await eventually(async () => (await client.query('show ssl')).rows[0]?.ssl === 'on')
    return readFileSync(cert, 'utf8')
  }

  // From now on vedette needs a password; others go on as before.
  async function writeHba(client: pg.Client, path: string): Promise<void> {
    const rules = 'host all vedette 127.0.0.1/32 scram-sha-256\\nhost all all 127.0.0.1/32 trust\\n'
    await client.query(
      `copy (select unnest(string_to_array(trim(E'${rules}', E'\\n'), E'\\n'))) to '${path}'`,
    )
    await client.query('select pg_reload_conf()')
    await eventually(async () => {
      const probe = new pg.Client({
        host: '127.0.0.1',
        port: Number(client.port),
        user: 'vedette',
        database: 'postgres',
        password: 'no',
      })
      return probe.connect().then(
        () => probe.end().then(() => false),
        () => true,
      )
    })
  }
})
