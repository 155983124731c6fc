import assert from 'node:assert/strict'
import test from 'node:test'
import { toAnswerText } from './answer.ts'
import { toCatalogText } from './catalog.ts'

const COLS = ['family', 'tools', 'served', 'possible', 'denied', 'missing', 'connect']
const families = {
  cols: COLS,
  rows: [
    ['alerts', 9, 0, 0, 0, 9, ['prometheus', 'datadog']],
    ['host', 8, 7, 0, 1, 0, []],
  ],
}

test('the catalogue tells served families first, with how many are served, denied and missing', () => {
  assert.equal(
    toCatalogText({ visibility: 'full', families }),
    [
      'visibility: full',
      '',
      'FAMILY  TOOLS  SERVED  DENIED  MISSING  NOT KNOWN  READ FROM ANY OF',
      'host    8      7       1       0        0',
      'alerts  9      0       0       9        0          prometheus, datadog',
      '',
      '7 of 17 tools are served now; denied by policy: 1.',
      'One family: `vedette catalog FAMILY`. Connectors of this version: `vedette connect --help`.',
      '',
    ].join('\n'),
  )
})

test('a catalogue that was not seen whole, or has another form, is told like any answer', () => {
  for (const answer of [
    { visibility: 'none', line: 'nothing was read' },
    { visibility: 'partial', families },
    { visibility: 'full', families: { cols: ['family'], rows: [['host']] } },
  ])
    assert.equal(toCatalogText(answer), toAnswerText(answer))
})
