import assert from 'node:assert/strict'
import test from 'node:test'
import { KINDS } from '@vedette/agent/redactor'
import { CARRIERS } from './carriers.ts'
import { judgeLines, readFixtureLines } from './clean.ts'
import { runMatrix } from './matrix.ts'
import { runMustKeep } from './must-keep.ts'
import { findShortfalls } from './table.ts'
import { SOURCES } from './values/index.ts'

test('values of every kind stay inside, whatever carries them, and what is almost one stays as it is', async () => {
  const kinds = await runMatrix(3, 41)
  assert.ok(kinds.every(({ tried }) => tried >= 3 * 24))
  assert.deepEqual(findShortfalls(kinds, [], []), [])
})

test('tokens that name things stay, alone, under their key and in a line', () => {
  assert.deepEqual(findShortfalls([], runMustKeep(10_000, 41), []), [])
})

test('clean lines of real systems stay, save one of a thousand', () => {
  const result = judgeLines('fixtures of the connectors', readFixtureLines())
  assert.ok(result.lines > 1000)
  assert.deepEqual(findShortfalls([], [], [result]), [])
})

test('values are generated for every row of the table but those that are off', () => {
  const generated = new Set(SOURCES.map(({ kind }) => kind))
  const rows = new Set(KINDS.filter(({ name }) => generated.has(name)).map(({ row }) => row))
  const missing = Array.from({ length: 108 }, (_, at) => at + 1).filter((row) => !rows.has(row))
  assert.deepEqual(missing, [71])
  assert.ok(CARRIERS.length >= 24)
})

test('a leak, a changed near-miss, an altered token and lost lines are each found', () => {
  const kind = {
    kind: 'x',
    bar: 'zero',
    values: 1,
    tried: 10,
    leaks: 1,
    leaked: new Map([['hex', 1]]),
    misses: 1,
    changed: 1,
  } as const
  const keep = { what: 'UUID', tried: 1, altered: 1, example: 'e' }
  const found = findShortfalls(
    [kind, { ...kind, bar: 'context' }],
    [keep],
    [{ name: 'logs', lines: 10, altered: ['a'] }],
  )
  assert.equal(found.length, 6)
})
