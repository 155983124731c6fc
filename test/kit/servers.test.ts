import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { connect } from 'nats'
import pg from 'pg'
import { startAlertmanager } from './alertmanager.ts'
import { eventually } from './eventually.ts'
import { startNatsServer } from './nats.ts'
import { startPostgres } from './postgres.ts'
import { isAlive } from './process.ts'
import { startPrometheus } from './prometheus.ts'

// The body of an HTTP answer of a known server; each caller names what it reads.
async function readJson<T>(url: string): Promise<T> {
  const response = await fetch(url)
  assert.equal(response.status, 200, url)
  return (await response.json()) as T
}

test('a nats-server passes a message, honours its configuration and comes back on the same port', async (t) => {
  const config = 'accounts { A { users [{ user: a, password: a }] } }'
  const first = await startNatsServer(t, { config })
  await assert.rejects(connect({ servers: first.url, reconnect: false }), /Authorization/i)
  await first.stop('SIGKILL')
  assert.equal(isAlive(first.pid), false)
  const second = await startNatsServer(t, { config, port: first.port })
  assert.equal(second.url, first.url)
  const client = await connect({ servers: second.url, user: 'a', pass: 'a' })
  const messages = client.subscribe('greeting', { max: 1 })
  client.publish('greeting', 'hello')
  for await (const message of messages) assert.equal(message.string(), 'hello')
  const { num_connections } = await readJson<{ num_connections: number }>(`${second.monitorUrl}/connz`)
  assert.equal(num_connections, 1)
  await client.close()
})

test('a Prometheus has scraped its targets, evaluates rules and sends alerts to an Alertmanager', async (t) => {
  const alertmanager = await startAlertmanager(t)
  const prometheus = await startPrometheus(t, {
    alertmanagerUrl: alertmanager.url,
    targets: ['127.0.0.1:1'],
    ruleGroups: [
      { name: 'g', rules: [{ alert: 'TargetDown', expr: 'up == 0', labels: { severity: 'page' } }] },
    ],
  })
  type Vector = { data: { result: { metric: Record<string, string>; value: [number, string] }[] } }
  const up = await readJson<Vector>(`${prometheus.url}/api/v1/query?query=up`)
  const values = up.data.result.map(({ metric, value }) => `${metric.job} ${value[1]}`).sort()
  assert.deepEqual(values, ['extra 0', 'node 1', 'prometheus 1'])
  const names = await eventually(
    async () => {
      const alerts = await readJson<{ labels: Record<string, string> }[]>(`${alertmanager.url}/api/v2/alerts`)
      return alerts.length > 0 && alerts.map(({ labels }) => `${labels.alertname} ${labels.severity}`)
    },
    { timeoutMs: 30_000 },
  )
  assert.deepEqual(names, ['TargetDown page'])
  await prometheus.stop()
  const again = await startPrometheus(t, { port: prometheus.port, folder: prometheus.folder })
  assert.equal(again.url, prometheus.url)
})

test('a PostgreSQL answers over TCP and over its socket, with the given settings, and leaves nothing', async (t) => {
  const postgres = await startPostgres(t, { settings: { work_mem: '3MB' } })
  const overTcp = new pg.Client({ connectionString: postgres.url })
  await overTcp.connect()
  const { rows } = await overTcp.query('show work_mem')
  assert.deepEqual(rows, [{ work_mem: '3MB' }])
  await overTcp.end()
  const overSocket = new pg.Client({ host: postgres.socketFolder, port: postgres.port, user: 'postgres' })
  await overSocket.connect()
  const { rows: ones } = await overSocket.query('select 1 as one')
  assert.deepEqual(ones, [{ one: 1 }])
  await overSocket.end()
  await postgres.stop()
  assert.deepEqual((await postgres.exited).code, 0)
  assert.equal(existsSync(join(postgres.socketFolder, 'data', 'postmaster.pid')), false)
})
