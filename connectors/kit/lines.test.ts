import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from './blobs.ts'
import { pickLines } from './lines.ts'
import { createFakeClock } from './testing/index.ts'

const context = { clock: createFakeClock(), signal: new AbortController().signal, deadline: 0 }
const TEXT = `${Array.from({ length: 20 }, (_, index) => `line ${index + 1}`).join('\n')}\n`

test('the last lines keep the numbers that they have in the whole text', () => {
  const { lines, total, isShort } = pickLines(TEXT, { tail: 2, context })
  assert.deepEqual(lines, [
    { number: 19, text: 'line 19' },
    { number: 20, text: 'line 20' },
  ])
  assert.deepEqual([total, isShort], [20, false])
})

test('a text brings five lines around each place, and says when more matched than was asked for', () => {
  const found = pickLines(TEXT, { tail: 100, match: 'LINE 10', context })
  assert.deepEqual(
    found.lines.map(({ number }) => number),
    [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  )
  assert.equal(pickLines(TEXT, { tail: 3, match: 'line 10', context }).isShort, true)
  assert.deepEqual(pickLines(TEXT, { tail: 3, match: 'panic', context }), {
    lines: [],
    total: 20,
    isShort: false,
  })
})

test('what may not leave is not searched in', () => {
  const visible = (text: string) => text.replace('secret', '\0')
  const asked = { tail: 10, match: 'secret', context: { ...context, visible } }
  assert.deepEqual(pickLines('a secret\n', asked).lines, [])
})

test('colours of a terminal are left out', () => {
  assert.equal(pickLines('\u001b[31;1mred\u001b[0m', { tail: 1, context }).lines[0]?.text, 'red')
})

test('a blob is text or nothing', () => {
  assert.equal(decodeText('YXTD\nqQ=='), 'até')
  for (const binary of ['AAEC', '//79', 'not base64!']) assert.equal(decodeText(binary), undefined)
})
