import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toAnswerText } from './answer.ts'

test('templates read as lists of lines, with what is new, bounds as bounds, and no control character', () => {
  const times = { first: '2030-01-15T11:00:00Z', last: '2030-01-15T12:00:00Z' }
  const row = { template: 'payment <*> refused', n: { at_least: 30 }, new: true, severity: 'error', ...times }
  const text = toAnswerText({
    visibility: 'partial',
    templates: [
      { ...row, sample: 'payment 7 \u001b[2Jrefused' },
      { ...row, template: 'up', n: null, new: null, severity: null, sample: 'up' },
    ],
    newest: {
      cols: ['at', 'message', 'severity', 'from', 'trace_lines', 'causes'],
      rows: [['2030-01-15T12:00:00Z', 'payment 7 refused', 'error', 'eu/loki', 2, ['Caused by: x']]],
    },
  })
  assert.equal(
    text,
    [
      'visibility: partial',
      '',
      'templates:',
      '  new    >=30x  error     payment <*> refused',
      '                          2030-01-15T11:00:00Z to 2030-01-15T12:00:00Z',
      '                          e.g. payment 7 [2Jrefused',
      '  new?      ?x  -         up',
      '                          2030-01-15T11:00:00Z to 2030-01-15T12:00:00Z',
      'newest:',
      '  2030-01-15T12:00:00Z  error     eu/loki  payment 7 refused (+2 lines of trace)',
      '      Caused by: x',
      '',
    ].join('\n'),
  )
})
