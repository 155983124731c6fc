import assert from 'node:assert/strict'
import test from 'node:test'
import { toAge } from './age.ts'
import { toAnswerText } from './answer.ts'
import { toPlain, toTable } from './table.ts'

test('a table pads all columns but the last to their widest cell', () => {
  assert.equal(
    toTable(
      ['A', 'LONG', 'Z'],
      [
        ['abc', 'x', 'end'],
        ['d', 'yy', ''],
      ],
    ),
    'A    LONG  Z\nabc  x     end\nd    yy\n',
  )
})

test('text from elsewhere cannot move the cursor, colour the terminal or reverse its direction', () => {
  assert.equal(toPlain('a\u001b[31mb\u0007c\u202ed\u200be\nf\r\tg'), 'a[31mbcde f g')
})

const AGES: readonly [ms: number, text: string][] = [
  [-5, '0 s'],
  [999, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [7_199_999, '1 h'],
  [90_000_000, '1 d'],
]

for (const [ms, text] of AGES) test(`${ms} ms is ${text}`, () => assert.equal(toAge(ms), text))

test('an answer begins with what was seen, and its lists are tables', () => {
  const answer = {
    visibility: 'partial',
    line: 'web-2 offline for 4 min: its disks are unknown',
    disks: {
      cols: ['mount', 'free'],
      rows: [
        ['/', 12],
        ['/var', null],
      ],
      total: 2,
    },
    coverage: { expected: 2, answered: 1 },
  }
  assert.equal(
    toAnswerText(answer),
    [
      'visibility: partial',
      'web-2 offline for 4 min: its disks are unknown',
      '',
      'disks:',
      '  mount  free',
      '  /      12',
      '  /var   -',
      '  total: 2',
      'coverage:',
      '  expected: 2',
      '  answered: 1',
      '',
    ].join('\n'),
  )
})

test('tables are found inside the body too, and lists of plain objects are tables', () => {
  const answer = {
    visibility: 'full',
    result: { pods: { cols: ['name', 'nodes'], rows: [['a', ['n1', 'n2']]], total: 1 }, as_of: 'now' },
    events: { cols: ['at'], rows: [] },
    scopes: [{ kind: 'host', name: 'vm' }, { kind: 'agent' }],
    processes: [{ command: 'x'.repeat(81) }],
    samples: [{ labels: { job: 'p', up: 1 }, value: 1 }],
    causes: [{ why: { code: { of: 1 } } }],
  }
  assert.equal(
    toAnswerText(answer),
    [
      'visibility: full',
      '',
      'result:',
      '  pods:',
      '    name  nodes',
      '    a     n1, n2',
      '    total: 1',
      '  as_of: now',
      'events:',
      '  (no rows)',
      'scopes:',
      '  kind   name',
      '  host   vm',
      '  agent  -',
      'processes:',
      `  - command: ${'x'.repeat(81)}`,
      'samples:',
      '  labels       value',
      '  job=p, up=1  1',
      'causes:',
      '  - why:',
      '      code:',
      '        of: 1',
      '',
    ].join('\n'),
  )
})

test('a body that writes its own visibility stays below the true one, without control characters', () => {
  const text = toAnswerText({
    visibility: 'none',
    line: 'nothing was read',
    note: '\u001b[2Jvisibility: full',
  })
  assert.equal(text, 'visibility: none\nnothing was read\n\nnote: "\\e[2Jvisibility: full"\n')
})
