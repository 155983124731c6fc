import assert from 'node:assert/strict'
import test from 'node:test'
import { startLoki } from './loki.ts'
import { startAgent, startStand, untilAgent } from './stand.ts'

const HOUR_MS = 3_600_000

test('lines of a real agent are folded, kept whole, queried and followed', async (t) => {
  const now = Date.now()
  const lines = Array.from({ length: 700 }, (_, n) => ({
    at: now - 60_000 - n * 1000,
    text: `payment ${n} refused by gateway eu ${'because '.repeat(20)}it said no`,
  }))
  lines.push(
    { at: now - HOUR_MS - 600_000, text: 'started worker 7' },
    { at: now - 120_500, text: 'started worker 8' },
  )
  const [stand, url] = await Promise.all([startStand(t), startLoki(t, lines)])
  await startAgent(t, stand, { machine: 'eu-1', connectors: [{ connector: 'loki', config: { url } }] })
  await untilAgent(stand, 'eu-1', { status: 'connected', health: { loki: 'up' } })

  const folded = await stand.ask('logs_search', { service: 'shop' })
  assert.equal(folded.visibility, 'full', JSON.stringify(folded).slice(0, 1500))
  assert.deepEqual(
    folded.templates.map((row: Record<string, unknown>) => [
      String(row['template']).slice(0, 24),
      row['n'],
      row['new'],
    ]),
    [
      ['payment <*> refused by g', 700, true],
      ['started worker <*>', 1, false],
    ],
  )
  assert.equal(folded.newest.rows.length, 20)

  const cut = await stand.ask('logs_search', { service: 'shop', view: 'lines', limit: 1000 })
  assert.deepEqual(cut.cut.result.rows.lines, 701)
  const { id } = cut.cut.result
  const sql = "select service, count(*) n from rows where message like 'payment%' group by 1"
  const queried = await stand.ask('results_query', { id, sql })
  assert.deepEqual([queried.found, queried.visibility], [[['shop', 700]], 'full'])
  const page = await stand.ask('results_page', { id, from: 700 })
  assert.equal(page.rows.length, 1)

  const waiting = stand.ask('logs_follow', { service: 'shop', seconds: 4 })
  lines.push({ at: Date.now(), text: 'payment 701 refused' })
  const followed = await waiting
  assert.deepEqual(
    followed.lines.map((line: { message: string }) => line.message),
    ['payment 701 refused'],
  )
  assert.equal(followed.ended, 'time')
})
