import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutMessage, parseLineTime } from './log-lines.ts'

const NOW = Date.parse('2026-01-02T12:00:00Z')
const LOCAL = (text: string) => new Date(text).toISOString()

const LINES: readonly (readonly [string, string | null])[] = [
  ['2026-01-01T10:00:00Z boot', '2026-01-01T10:00:00.000Z'],
  ['2026-01-01T10:00:00.123456+02:00 x', '2026-01-01T08:00:00.123Z'],
  ['[2026-01-01 10:00:00,5 +0100] x', '2026-01-01T09:00:00.500Z'],
  ['{"level":"info","time":"2026-01-01T10:00:00Z"}', '2026-01-01T10:00:00.000Z'],
  ['10.0.0.1 - - [01/Jan/2026:10:00:00 -0300] "GET /"', '2026-01-01T13:00:00.000Z'],
  ['2026-01-01 10:00:00 naive', LOCAL('2026-01-01T10:00:00')],
  ['Jan  1 10:00:00 web-1 cron[1]: x', LOCAL('2026-01-01T10:00:00')],
  ['<13>Dec 31 10:00:00 web-1 x', LOCAL('2025-12-31T10:00:00')],
  ['  at pay (pay.js:10)', null],
  ['2026-13-41T10:00:00Z no such day', null],
  [`${'x'.repeat(200)} 2026-01-01T10:00:00Z`, null],
]

for (const [line, expected] of LINES) {
  test(`the time of ${JSON.stringify(line.slice(0, 50))} is ${expected === null ? 'unknown' : 'read'}`, () => {
    const at = parseLineTime(line, NOW)
    assert.equal(at === null ? null : new Date(at).toISOString(), expected)
  })
}

test('a long message is cut and says so', () => {
  assert.deepEqual(cutMessage('short'), { message: 'short' })
  const cut = cutMessage('x'.repeat(9000))
  assert.deepEqual([cut.message.length, cut.cut], [8192, true])
})
