import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { eventually, getFreePort, type StartedPostgres, startPostgres } from '@vedette/test/kit'
import pg from 'pg'
import { askPostgres, type Given, states, toValue } from './postgres-harness.ts'

const SET_UP = `
create extension pg_stat_statements;
create role vedette login; grant pg_monitor to vedette; alter role vedette set default_transaction_read_only = on;
create role poor login; create role shop login;
create table orders (id bigint primary key, note text);
insert into orders select g, 'note ' || g from generate_series(1, 2000) g;
create index orders_note on orders (note); create index orders_note_again on orders (note);
update orders set note = note || '!' where id <= 1500; analyze orders;
create table parts (id int) partition by range (id);
grant select, update on orders to shop;`

describe('the PostgreSQL connector over a real server', { timeout: 120_000 }, () => {
  let server: StartedPostgres
  let holder: pg.Client
  let waiter: pg.Client
  let waiting: Promise<unknown>
  const undos: (() => void | Promise<void>)[] = []
  const cleanup = { after: (undo: () => void | Promise<void>) => void undos.push(undo) }
  const ask = (operation: string, given: Given = {}) => askPostgres(server.port, operation, given)

  async function connect(user: string, application: string): Promise<pg.Client> {
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server.port,
      user,
      database: 'postgres',
      application_name: application,
    })
    client.on('error', () => {})
    await client.connect()
    cleanup.after(() => client.end())
    return client
  }

  before(async () => {
    server = await startPostgres(cleanup, { settings: { shared_preload_libraries: 'pg_stat_statements' } })
    const admin = await connect('postgres', 'set-up')
    await admin.query(SET_UP)
    holder = await connect('shop', 'checkout')
    await holder.query('begin')
    await holder.query("update orders set note = 'held' where id = 7")
    waiter = await connect('shop', 'worker')
    waiting = waiter.query("update orders set note = 'wanted' where id = 7").catch(() => {})
    await eventually(
      async () => (await admin.query('select 1 from pg_locks where not granted')).rowCount === 1,
    )
  })
  after(async () => {
    for (const undo of undos.reverse()) await undo()
  })

  test('a lock wait names who waits, who holds and both statements', async () => {
    const reading = await ask('db.locks.list')
    const [wait] = toValue(reading).waits as Record<string, unknown>[]
    assert.deepEqual(
      [wait?.waiting_statement, wait?.holding_statement, wait?.holding_state, wait?.is_root],
      [
        "update orders set note = 'wanted' where id = 7",
        "update orders set note = 'held' where id = 7",
        'idle in transaction',
        true,
      ],
    )
    assert.deepEqual(states(reading), ['read'])
    const none = await ask('db.locks.list', { input: { min_wait_s: 3600 } })
    assert.deepEqual([states(none), none.parts[0]?.proof], [['empty'], 'enumerated'])
  })

  test('a blocked session is waiting, and names who blocks it', async () => {
    const reading = await ask('db.activity.list', { input: { user: 'shop' } })
    const [row] = toValue(reading).sessions as { state: string; wait: string; blocked_by: string[] }[]
    const { rows } = await holder.query('select pg_backend_pid()::text as pid')
    assert.deepEqual(
      [row?.state, row?.wait, row?.blocked_by],
      ['waiting', 'Lock:transactionid', [rows[0]?.pid]],
    )
    const idle = await ask('db.activity.list', { input: { state: 'idle_in_transaction' } })
    assert.equal(toValue(idle).total, 1)
    const waits = await ask('db.wait_events.list')
    assert.equal((toValue(waits).groups as { group: string }[])[0]?.group, 'Lock:transactionid')
  })

  test('nothing found is empty only where the filter names what exists', async () => {
    assert.deepEqual(states(await ask('db.activity.list', { input: { user: 'vedette' } })), ['empty'])
    const typo = await ask('db.activity.list', { input: { user: 'vedete' } })
    assert.deepEqual([states(typo), typo.parts[0]?.why], [['unproven'], 'user_unknown'])
    // A partitioned table has no statistics of its own, which is not the same as not being there.
    for (const table of ['oders', 'parts']) {
      const reading = await ask('db.tables.stats', { input: { schema: 'public', table } })
      assert.deepEqual([states(reading), reading.parts[0]?.why], [['unproven'], 'table_unknown'], table)
    }
  })

  test('a role without pg_monitor gets what it sees, and the rest is forbidden, never quiet', async () => {
    for (const operation of [
      'db.activity.list',
      'db.connections.get',
      'db.locks.list',
      'db.wait_events.list',
    ]) {
      const reading = await ask(operation, { user: 'poor' })
      const last = reading.parts.at(-1)
      assert.deepEqual([last?.state, last?.missing], ['forbidden', 'pg_read_all_stats'], operation)
    }
    const [wait] = toValue(await ask('db.locks.list', { user: 'poor' })).waits as Record<string, unknown>[]
    assert.deepEqual(
      [wait?.waiting_statement, wait?.holding_statement, wait?.holding_transaction_s],
      [null, null, null],
    )
    const { oldest_transaction_s, used } = toValue(await ask('db.connections.get', { user: 'poor' }))
    assert.deepEqual([oldest_transaction_s, used], [null, 4])
    const health = toValue(
      await ask('db.health.get', { user: 'poor', input: { checks: ['long_transactions'] } }),
    )
    assert.equal((health.checks as { state: string }[])[0]?.state, 'unknown')
    const top = await ask('db.queries.top', { user: 'poor' })
    assert.equal(top.parts.at(-1)?.state, 'forbidden')
    assert.doesNotMatch(JSON.stringify(top.value), /insufficient privilege|update orders/)
  })

  test('statements are counted, found again by signature and planned without running', async () => {
    await holder.query("select count(*) from orders where note = 'note 9!'")
    const top = await ask('db.queries.top', { input: { by: 'calls', user: 'shop', limit: 200 } })
    const rows = toValue(top).statements as { signature: string; statement: string; calls: number }[]
    const found = rows.find((one) => one.statement.includes('count(*)'))
    assert.equal(found?.calls, 1)
    const input = { signature: found?.signature }
    const one = toValue(await ask('db.queries.get', { input }))
    assert.deepEqual([one.tables, one.covers], [['orders'], 'since_reset'])
    const grant = await connect('postgres', 'grant')
    await assert.rejects(ask('db.queries.explain', { input }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.missing], ['forbidden', 'SELECT on orders'])
      return true
    })
    await grant.query('grant select on orders to vedette')
    const plan = toValue(await ask('db.queries.explain', { input }))
    assert.equal(plan.how, 'estimated')
    assert.ok((plan.nodes as { object: string | null }[]).some((node) => node.object === 'orders'))
    await grant.query('revoke select on orders from vedette')
  })

  test('without its extension, or its library, statement statistics are not served rather than empty', async () => {
    const admin = await connect('postgres', 'without')
    await admin.query('create database bare')
    const config = { database: 'bare' }
    await assert.rejects(ask('db.queries.top', { config }), { state: 'not_served' })
    const plain = await startPostgres(cleanup)
    const other = new pg.Client({ connectionString: plain.url })
    await other.connect()
    await other.query('create extension pg_stat_statements; create role vedette login')
    await other.end()
    await assert.rejects(askPostgres(plain.port, 'db.queries.top'), (error) => {
      assert.ok(error instanceof SourceError)
      const why = 'the extension is not in shared_preload_libraries'
      assert.deepEqual([error.state, error.carried.why], ['not_served', why])
      return true
    })
  })

  test('tables, indexes, schema and vacuum are those of the database', async () => {
    const { tables } = toValue(await ask('db.tables.stats')) as { tables: { table: string; rows: number }[] }
    assert.deepEqual([tables[0]?.table, tables[0]?.rows], ['orders', 2000])
    const { indexes } = toValue(await ask('db.indexes.health')) as {
      indexes: { index: string; finding: string; duplicate_of: string | null }[]
    }
    const duplicate = indexes.find((one) => one.finding === 'duplicate')
    assert.deepEqual([duplicate?.index, duplicate?.duplicate_of], ['orders_note_again', 'orders_note'])
    const schema = toValue(await ask('db.schema.describe', { input: { schema: 'public', table: 'orders' } }))
    assert.deepEqual((schema.tables as { primary_key: string[] }[])[0]?.primary_key, ['id'])
    // A server reports what a transaction changed within a second or so.
    const due = await eventually(async () => {
      const vacuum = toValue(await ask('db.vacuum.get')) as { due: { table: string }[] }
      return vacuum.due.length > 0 ? vacuum.due : undefined
    })
    assert.deepEqual(
      due.map((one) => one.table),
      ['orders'],
    )
  })

  test('settings with secrets never leave the server, and those of the session are not taken for its own', async () => {
    const admin = await connect('postgres', 'settings')
    await admin.query("alter system set primary_conninfo = 'host=x password=canary-5d'")
    await admin.query('select pg_reload_conf()')
    const input = { names: ['primary_conninfo', 'statement_timeout', 'default_transaction_read_only'] }
    await eventually(async () => {
      const { rows } = await admin.query("select setting from pg_settings where name = 'primary_conninfo'")
      return rows[0]?.setting !== ''
    })
    const reading = await ask('db.settings.get', { input })
    assert.doesNotMatch(JSON.stringify(reading), /canary/)
    const { settings, withheld } = toValue(reading) as {
      settings: { name: string; value: string }[]
      withheld: string[]
    }
    assert.deepEqual(withheld, ['primary_conninfo'])
    assert.equal(settings.find((one) => one.name === 'statement_timeout')?.value, '0')
  })

  test('a primary without replicas is empty; a standby has a lag, and its own link', async () => {
    assert.deepEqual(states(await ask('db.replication.get')), ['empty'])
    const standby = await startPostgres(cleanup, { standbyOf: { port: server.port, name: 'eu-2' } })
    const primary = await eventually(
      async () => {
        const reading = await ask('db.replication.get')
        const [row] = toValue(reading).replicas as { state: string; lag_bytes: number | null }[]
        return row?.state === 'streaming' && row.lag_bytes === 0 ? reading : undefined
      },
      { timeoutMs: 30_000 },
    )
    const [row] = toValue(primary).replicas as { name: string; healthy: boolean; sync: string }[]
    assert.deepEqual([row?.name, row?.healthy, row?.sync], ['eu-2', true, 'async'])
    const own = toValue(await askPostgres(standby.port, 'db.replication.get'))
    assert.deepEqual([own.role, own.own_lag_s], ['replica', 0])
    const hidden = await ask('db.replication.get', { user: 'poor' })
    const [untold] = toValue(hidden).replicas as {
      state: string
      healthy: boolean | null
      lag_s: number | null
    }[]
    assert.deepEqual([untold?.state, untold?.healthy, untold?.lag_s], ['not_told', null, null])
    assert.equal(hidden.parts.at(-1)?.state, 'forbidden')
    const ping = toValue(await askPostgres(standby.port, 'db.ping'))
    assert.deepEqual([ping.role, ping.read_only], ['replica', true])
    await standby.stop()
  })

  test('another server or database than expected is not read', async () => {
    const wrong = { config: { expect_system_identifier: '1' } }
    await assert.rejects(ask('db.ping', wrong), { state: 'unusable', carried: { why: 'scope_mismatch' } })
    const admin = await connect('postgres', 'identity')
    const { rows } = await admin.query('select system_identifier::text as id from pg_control_system()')
    await assert.doesNotReject(ask('db.ping', { config: { expect_system_identifier: rows[0]?.id } }))
    await assert.rejects(ask('db.ping', { config: { database: 'nosuch' } }), {
      carried: { why: 'scope_mismatch', code: 'database_unknown' },
    })
    await assert.rejects(ask('db.ping', { user: 'nosuch' }), { state: 'unauthorized' })
  })

  test('a lock on a table that is measured ends at the lock time-out', async () => {
    const locker = await connect('postgres', 'locker')
    await locker.query('begin; lock table orders in access exclusive mode nowait').catch(() => {})
    await locker.query('rollback')
    await holder.query('commit')
    await waiting
    await locker.query('begin; lock table orders in access exclusive mode')
    await assert.rejects(ask('db.tables.stats'), (error) => {
      assert.ok(error instanceof SourceError)
      assert.deepEqual([error.state, error.carried.why], ['timed_out', 'lock_timeout'])
      return true
    })
    await locker.query('rollback')
  })

  test('a stopped server is timed out, a killed one has failed, and a port without one too', async () => {
    const doomed = await startPostgres(cleanup)
    const given = { user: 'postgres', deadlineMs: 700 }
    doomed.send('SIGSTOP')
    await assert.rejects(askPostgres(doomed.port, 'db.ping', given), { state: 'timed_out' })
    doomed.send('SIGCONT')
    await doomed.stop('SIGQUIT')
    await assert.rejects(askPostgres(doomed.port, 'db.ping', given), {
      state: 'upstream_failed',
      carried: { errno: 'ECONNREFUSED' },
    })
    await assert.rejects(askPostgres(await getFreePort(), 'db.ping', given), { state: 'upstream_failed' })
  })
})
