import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLineSplitter } from './split-lines.ts'

const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\nabcd\n-----END PRIVATE KEY-----\n'

test('lines come whole wherever the text was cut, and a key in several lines is one unit', () => {
  const text = `first line\n${KEY}last without end`
  for (let cut = 0; cut <= text.length; cut += 1) {
    const splitter = createLineSplitter()
    const units = [...splitter.push(text.slice(0, cut)), ...splitter.push(text.slice(cut)), ...splitter.end()]
    assert.deepEqual(units, ['first line\n', KEY, 'last without end'])
  }
})

test('a key without an end is given at the end', () => {
  const splitter = createLineSplitter()
  const text = '-----BEGIN PRIVATE KEY-----\nMIIE\n'
  assert.deepEqual([...splitter.push(text), ...splitter.end()], [text])
})

test('a line too long to be held is dropped and told, and the next one comes', () => {
  const splitter = createLineSplitter()
  const chunk = 'x'.repeat(1024 * 1024)
  const units = Array.from({ length: 10 }, () => splitter.push(chunk)).flat()
  assert.deepEqual(units, [null])
  assert.deepEqual(splitter.push('rest\nnext\n'), ['next\n'])
  assert.deepEqual(splitter.end(), [])
})
