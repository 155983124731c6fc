import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import { ArgumentError, type Connector } from '@vedette/proto/connector'
import { alertsSilencesCreate } from '@vedette/proto/operations'
import { startAlertmanager } from '@vedette/test/kit'

const ID = 'alerts.silences.create'
const INPUT = {
  matchers: [{ label: 'alertname', op: '=', value: 'DiskFull' }],
  minutes: 30,
  comment: 'the disk is being replaced',
}

describe('silences in a real Alertmanager', { timeout: 60_000 }, () => {
  let url = ''
  let client: unknown
  let connector: Connector
  const undos: (() => void | Promise<void>)[] = []

  before(async () => {
    const manager = await startAlertmanager({ after: (undo) => void undos.push(undo) })
    url = manager.url
    const found = CONNECTORS.find(({ id }) => id === 'prometheus')
    assert.ok(found)
    connector = await found.load()
    const config = connector.config.parse({ url: 'http://127.0.0.1:9', alertmanager: { url } })
    client = connector.connect(config, {
      clock: systemClock,
      instance: 'prometheus',
      readSecret: () => assert.fail('no secret is configured'),
    })
    await post('/api/v2/alerts', [
      { labels: { alertname: 'DiskFull', host: 'web-1' } },
      { labels: { alertname: 'DiskFull', host: 'web-2' } },
      { labels: { alertname: 'Latency', host: 'web-1' } },
    ])
  })
  after(async () => {
    await connector?.close?.(client)
    for (const undo of undos.reverse()) await undo()
  })

  async function post(path: string, body: unknown): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.equal(response.status, 200)
  }

  async function list(path: string): Promise<readonly Record<string, unknown>[]> {
    const rows: unknown = await (await fetch(`${url}${path}`)).json()
    assert.ok(Array.isArray(rows))
    return rows
  }

  const silences = () => list('/api/v2/silences')
  const silenced = async () => (await list('/api/v2/alerts?silenced=true&active=false')).length

  async function ask(how: 'run' | 'preview', input: unknown, idempotencyKey = 'key-1') {
    const served = connector.operations.find((one) => one.operation.id === ID)
    assert.ok(served?.preview !== undefined && served.kind === 'write')
    const { signal } = new AbortController()
    const context = { clock: systemClock, signal, deadline: systemClock.now() + 10_000, idempotencyKey }
    const reading = await served[how]?.(client, input, context)
    return alertsSilencesCreate.output.parse(reading?.value)
  }

  test('a preview names what would be silenced now, and silences nothing', async () => {
    const shown = await ask('preview', INPUT)
    assert.deepEqual([shown.created, shown.id, shown.alerts_total], [false, null, 2])
    assert.deepEqual(shown.alerts.map(({ labels }) => labels['host']).sort(), ['web-1', 'web-2'])
    assert.deepEqual(await silences(), [])
  })

  test('a silence always ends, and the same action makes it once', async () => {
    const first = await ask('run', INPUT)
    const again = await ask('run', INPUT)
    assert.equal(first.created, true)
    assert.equal(again.id, first.id)
    const [silence, ...others] = await silences()
    assert.deepEqual(others, [])
    assert.deepEqual(silence?.['matchers'], [
      { isEqual: true, isRegex: false, name: 'alertname', value: 'DiskFull' },
    ])
    const minutes =
      (Date.parse(String(silence?.['endsAt'])) - Date.parse(String(silence?.['startsAt']))) / 60_000
    assert.equal(Math.round(minutes), 30)
    assert.equal(await silenced(), 2)
    const other = await ask(
      'run',
      { ...INPUT, matchers: [{ label: 'host', op: '=~', value: 'web-2|web-3' }] },
      'key-2',
    )
    assert.notEqual(other.id, first.id)
  })

  test('a silence that matches every alert, or has no end, is refused before anything is asked', async () => {
    const before = (await silences()).length
    const everything = [
      [{ label: 'alertname', op: '=~', value: '.*' }],
      [{ label: 'alertname', op: '=~', value: '.+' }],
      [{ label: 'alertname', op: '=~', value: '[^x]{0,99}' }],
      [{ label: 'alertname', op: '!=', value: 'nobody' }],
      [{ label: 'team', op: '=', value: '' }],
      [{ label: 'team', op: '!~', value: 'x' }],
      [],
    ]
    for (const matchers of everything)
      await assert.rejects(ask('run', { ...INPUT, matchers }), { name: 'ZodError' }, JSON.stringify(matchers))
    const { minutes: _, ...endless } = INPUT
    for (const input of [endless, { ...INPUT, minutes: 0 }, { ...INPUT, minutes: 20_000 }])
      await assert.rejects(ask('run', input), { name: 'ZodError' })
    assert.equal((await silences()).length, before)
  })

  test('what Alertmanager refuses is said to be refused, and nothing was made', async () => {
    const before = (await silences()).length
    // A look-ahead is no RE2.
    const matchers = [
      { label: 'alertname', op: '=', value: 'DiskFull' },
      { label: 'host', op: '=~', value: '(?=web)w.*' },
    ]
    await assert.rejects(
      ask('run', { ...INPUT, matchers }, 'key-3'),
      (error) => error instanceof ArgumentError,
    )
    assert.equal((await silences()).length, before)
  })
})
