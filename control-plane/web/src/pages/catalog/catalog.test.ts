import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findSeries } from './find-series.ts'
import { readAnswer } from './read-answer.ts'
import { toArguments, toFields } from './to-fields.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    limit: { type: 'integer', default: 20 },
    expr: { type: 'string', description: 'Query' },
    detail: { type: 'string', enum: ['brief', 'full'] },
    only: { type: 'boolean' },
    cluster: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    ids: { type: 'array', items: { type: 'string' } },
    matchers: { type: 'array', items: { type: 'object' } },
  },
  required: ['expr'],
}

test('a schema becomes fields, what is required first, and what is typed becomes arguments of its types', () => {
  const fields = toFields(SCHEMA)
  assert.deepEqual(
    fields.map(({ name, kind }) => [name, kind]),
    [
      ['expr', 'text'],
      ['limit', 'number'],
      ['detail', 'choice'],
      ['only', 'flag'],
      ['cluster', 'text_or_lines'],
      ['ids', 'lines'],
      ['matchers', 'json'],
    ],
  )
  const typed = {
    expr: ' up ',
    limit: '5',
    only: 'false',
    cluster: 'a\nb',
    ids: 'c_1',
    matchers: '[{"label":"x"}]',
    detail: '',
  }
  assert.deepEqual(toArguments(fields, typed), {
    kind: 'arguments',
    value: {
      expr: 'up',
      limit: 5,
      only: false,
      cluster: ['a', 'b'],
      ids: ['c_1'],
      matchers: [{ label: 'x' }],
    },
  })
  assert.deepEqual(toArguments(fields, { expr: 'up', cluster: 'all' }), {
    kind: 'arguments',
    value: { expr: 'up', cluster: 'all' },
  })
  for (const [wrong, field] of [
    [{}, 'expr'],
    [{ expr: 'x', limit: 'many' }, 'limit'],
    [{ expr: 'x', matchers: '{' }, 'matchers'],
  ] as const) {
    const told = toArguments(fields, wrong)
    assert.deepEqual([told.kind, 'field' in told && told.field], ['invalid', field])
  }
})

test('a series is found wherever it stands, its line broken where nobody knows', () => {
  const start = '2030-01-15T12:00:00Z'
  const from = Date.parse(start) / 1000
  const one = {
    labels: { job: 'node' },
    start,
    points: [
      [0, 1],
      [60, 'NaN'],
      [300, 3],
    ],
    gaps: { n: 4, first: [['2030-01-15T12:01:00Z', '2030-01-15T12:05:00Z']] },
    not_finite: 1,
    thinned: 'lowest and highest of each stretch',
  }
  const table = { cols: ['name', 'values'], rows: [['web-1', { start, points: [[0, 2]] }]] }
  const [first, second, ...more] = findSeries({ visibility: 'full', series: [one], other: table })
  assert.deepEqual(more, [])
  assert.equal(first?.label, 'job=node')
  assert.deepEqual(first?.times, [from, from + 60, from + 180, from + 300])
  assert.deepEqual(first?.values, [1, null, null, 3])
  assert.equal(first?.notes.length, 3)
  assert.deepEqual([second?.label, second?.values], ['web-1', [2]])
  assert.deepEqual(findSeries({ points: [[0, 1]], start: 'yesterday' }), [])
  for (const odd of [null, 3, 'x', [], { points: 3 }]) assert.deepEqual(findSeries(odd), [])
})

test('an answer without a visibility is never taken for one that saw something', () => {
  for (const odd of [null, 3, [], {}, { visibility: 3 }]) assert.equal(readAnswer(odd).visibility, 'unknown')
  const head = readAnswer({
    visibility: 'partial',
    line: 'half of it',
    _sources: {
      unread: [
        {
          operation: 'host.disks.list',
          agent: 'web',
          connector: 'host',
          state: 'denied_by_policy',
          rule: 'r1',
        },
      ],
    },
    status: 'approval_pending',
  })
  assert.deepEqual(head.unread, ['host.disks.list, web, host: denied_by_policy (r1)'])
  assert.equal(head.line, 'half of it')
  assert.match(head.waits ?? '', /Approvals/)
})
