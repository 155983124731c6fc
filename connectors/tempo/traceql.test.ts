import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock, createReplayServer } from '@vedette/connectors/kit/testing'
import fc from 'fast-check'
import { tempoConnector } from './index.ts'
import { checkQuery, compareText, select, toAttribute } from './traceql.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom('"', '\\', '`', '}', '" || true', '&&', '\n', '{', '#', '\u0000'), {
      maxLength: 8,
    })
    .map((all) => all.join('')),
)

test('a value placed into TraceQL is one string that reads back as exactly that value, and closes where it should', () => {
  fc.assert(
    fc.property(hostile, (value) => {
      const query = select([compareText('resource.service.name', '=', value)])
      const literal = /^\{ resource\.service\.name = ("(?:[^"\\\n]|\\.)*") \}$/s.exec(query)?.[1]
      assert.equal(JSON.parse(literal ?? '""'), value)
      assert.equal(checkQuery(query), query)
    }),
    { numRuns: 20_000, seed: 13 },
  )
})

test('a name of an attribute is no way out of a condition', () => {
  for (const name of ['a"', 'a b', 'x} || {', '.', 'span..a', '', 'a=1', 'span.'])
    assert.throws(() => toAttribute(name, 'match'), { field: 'match' }, name)
  assert.deepEqual(
    ['service', 'operation', 'http.route', 'span.http.route', 'duration'].map((one) => toAttribute(one, 'x')),
    ['resource.service.name', 'name', '.http.route', 'span.http.route', 'duration'],
  )
})

test('a query of another language, or one that does not close, is refused before it is sent', () => {
  for (const query of ['up', '{app="x"} |= "y"', 'select * from spans', 'service:shop'])
    assert.throws(() => checkQuery(query), { code: 'wrong_dialect' }, query)
  for (const query of ['{ name = "x }', '{ name = "x"', '{ status = error } | rate()'])
    assert.throws(() => checkQuery(query), { code: 'invalid_argument' }, query)
})

test('no trace is empty only where every request is kept, within retention, of a service that sent spans', async () => {
  const NOW = Date.parse('2026-11-30T12:00:00Z')
  const known = { traceID: 'a1', startTimeUnixNano: `${NOW - 1000}000000` }
  const served = tempoConnector.operations.find((one) => one.operation.id === 'traces.search')
  assert.ok(served)
  const words = []
  for (const { config, traces } of [
    { config: { sampling_ratio: 1, retention_hours: 48 }, traces: [known] },
    { config: { sampling_ratio: 1, retention_hours: 48 }, traces: [] },
    { config: { sampling_ratio: 1 }, traces: [known] },
    { config: { sampling_ratio: 0.1, retention_hours: 48 }, traces: [known] },
  ]) {
    const service = '{ resource.service.name = "shop" }'
    const server = await createReplayServer([
      { path: '/api/search', query: { q: service }, json: { traces } },
      { path: '/api/search', json: { metrics: { completedJobs: 4, totalJobs: 4 } } },
    ])
    const clock = createFakeClock(NOW)
    const client = tempoConnector.connect(tempoConnector.config.parse({ url: server.url, ...config }), {
      clock,
      instance: 'tempo',
      readSecret: async () => '',
    })
    const input = { from: '2026-11-30T11:00:00Z', to: '2026-11-30T12:00:00Z', service: 'shop', error: true }
    const context = { clock, signal: new AbortController().signal, deadline: NOW + 100 }
    const { parts } = await served.run(client, input, context)
    words.push(parts[0]?.why ?? parts[0]?.state)
    await tempoConnector.close?.(client)
    await server.stop()
  }
  assert.deepEqual(words, ['empty', 'service_unknown', 'retention_unknown', 'share_of_kept_traces_unknown'])
})
