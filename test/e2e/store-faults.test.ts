import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually, startAlertmanager, startPostgres, startTcpProxy } from '@vedette/test/kit'
import pg from 'pg'
import { createAsked } from './asked.ts'
import { ORGANISATION, send, startAgent, startStand, untilAgent } from './stand.ts'

const SILENCE = { matchers: [{ label: 'alertname', value: 'DiskFull' }], minutes: 20, comment: 'replaced' }

test('a PostgreSQL that hangs, takes no writes or is gone: reads go on and say so, writes refuse, and every row is there after, in order', async (t) => {
  const database = await startPostgres(t)
  const proxy = await startTcpProxy(t, database.port)
  const [stand, manager] = await Promise.all([
    startStand(t, undefined, { storeUrl: `postgres://postgres@127.0.0.1:${proxy.port}/postgres` }),
    startAlertmanager(t),
  ])
  await startAgent(t, stand, {
    machine: 'eu-1',
    connectors: [
      { connector: 'host' },
      { connector: 'prometheus', config: { url: manager.url, alertmanager: { url: manager.url } } },
    ],
    file: { writes: ['alerts.silences.create'] },
  })
  await untilAgent(stand, 'eu-1', { status: 'connected', health: { host: 'up' } })
  const admin = new pg.Client(database.url)
  await admin.connect()
  const setReadOnly = async (value: 'on' | 'off') => {
    await admin.query(`alter system set default_transaction_read_only = ${value}`)
    await admin.query('select pg_reload_conf()')
  }
  const faults: Readonly<Record<string, Readonly<{ begin(): unknown; end(): unknown }>>> = {
    'takes no writes': { begin: () => setReadOnly('on'), end: () => setReadOnly('off') },
    'is gone': { begin: proxy.cut, end: proxy.flow },
    hangs: { begin: proxy.hold, end: proxy.flow },
  }
  const { read, assertWritten } = createAsked(stand, 'eu-1')
  const ask = (body: object) =>
    send(`${stand.url}/api/v1/call`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const untilWritten = () =>
    eventually(async () => (await read('well')).audit === undefined, { timeoutMs: 20_000, everyMs: 200 })
  await untilWritten()
  for (const [what, { begin, end }] of Object.entries(faults)) {
    await begin()
    await eventually(async () => (await read(what)).audit?.state === 'waiting', { timeoutMs: 20_000 })
    const write = await ask({ tool: 'alerts_silences_create', arguments: SILENCE, interactive: true })
    assert.deepEqual(
      [write.status, write.body.error?.code],
      [503, 'audit_unavailable'],
      `${what}: ${write.text}`,
    )
    await end()
    await untilWritten()
  }
  await admin.end()
  const silences = await (await fetch(`${manager.url}/api/v2/silences`)).json()
  assert.deepEqual(silences, [])
  assert.deepEqual(await stand.store.actions.list(ORGANISATION, { limit: 10 }), [])
  await assertWritten()
})
