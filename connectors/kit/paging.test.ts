import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { type Page, readPages, sliceByKey, slicePage, toPagedReading, toSliceReading } from './paging.ts'

const NUMBERS = Array.from({ length: 10 }, (_, index) => index)
const facts = { as_of: '2026-01-01T00:00:00Z', proof: 'enumerated' } as const

// A vendor that gives pages of `size`, or of the room asked for when that is less.
async function fetchNumbers(cursor: string | undefined, room: number, size = 3): Promise<Page<number>> {
  const start = Number(cursor ?? 0)
  const end = Math.min(start + Math.min(size, room), NUMBERS.length)
  return { items: NUMBERS.slice(start, end), ...(end < NUMBERS.length ? { next: String(end) } : {}) }
}

test('pages are read to the end and the reading is complete', async () => {
  const paged = await readPages(fetchNumbers, { maxItems: 100 })
  assert.deepEqual(paged, { items: NUMBERS, stop: 'end' })
  assert.deepEqual(toPagedReading(paged.items, paged, facts).parts, [
    { scope: {}, state: 'read', items: 10, as_of: facts.as_of },
  ])
})

test('exactly as many items as asked for, and none more, is complete', async () => {
  assert.equal((await readPages(fetchNumbers, { maxItems: 10 })).stop, 'end')
})

test('a cut by rows is truncated, and its cursor reads the rest without a gap', async () => {
  const paged = await readPages(fetchNumbers, { maxItems: 7 })
  assert.deepEqual(toPagedReading(null, paged, facts).parts, [
    { scope: {}, state: 'truncated', cap: 'rows', at_least: 7, as_of: facts.as_of, cursor: '7' },
  ])
  const rest = await readPages(fetchNumbers, { maxItems: 7, start: '7' })
  assert.deepEqual([...paged.items, ...rest.items], NUMBERS)
})

test('a vendor that ignores the room is cut without a cursor that would skip rows', async () => {
  const paged = await readPages((cursor) => fetchNumbers(cursor, 99), { maxItems: 7 })
  assert.deepEqual(paged, { items: NUMBERS.slice(0, 7), stop: 'cap', cap: 'rows' })
})

test('too many pages is truncated by pages', async () => {
  const paged = await readPages(fetchNumbers, { maxItems: 100, maxPages: 2 })
  assert.deepEqual(paged, { items: NUMBERS.slice(0, 6), stop: 'cap', cap: 'page', next: '6' })
})

test('a page that repeats the one before ends unusable, and its rows stand once', async () => {
  let page = 0
  const paged = await readPages(async () => ({ items: ['a', 'b'], next: String(++page) }), { maxItems: 100 })
  assert.equal(page, 2)
  assert.deepEqual(paged.items, ['a', 'b'])
  assert.ok(paged.stop === 'failed' && paged.error.state === 'unusable' && paged.next === '1')
})

test('an empty page with a cursor is not the end', async () => {
  const pages: Page<number>[] = [{ items: [], next: 'a' }, { items: [1] }]
  assert.deepEqual(await readPages(async () => pages.shift() ?? { items: [] }, { maxItems: 5 }), {
    items: [1],
    stop: 'end',
  })
})

test('a later page that fails is a part of its own, never complete', async () => {
  const paged = await readPages(
    async (cursor, room) => {
      if (cursor === '3') throw new SourceError('upstream_failed', { status: 500 })
      return fetchNumbers(cursor, room)
    },
    { maxItems: 100 },
  )
  assert.deepEqual(toPagedReading(null, paged, facts).parts, [
    { scope: {}, state: 'truncated', cap: 'by_source', at_least: 3, as_of: facts.as_of, cursor: '3' },
    { scope: {}, state: 'upstream_failed', status: 500 },
  ])
})

test('a first page that fails is the failure itself', async () => {
  const error = new SourceError('forbidden')
  await assert.rejects(
    readPages(() => Promise.reject(error), { maxItems: 5 }),
    error,
  )
})

test('a cursor that repeats ends the reading as unusable instead of turning for ever', async () => {
  const paged = await readPages(async () => ({ items: [1], next: 'same' }), { maxItems: 100 })
  assert.equal(paged.stop === 'failed' && paged.error.state, 'unusable')
})

test('slices of a list in a known order add up, though rows come and go between them', () => {
  const order = { keyOf: (row: number) => row, compare: (a: number, b: number) => a - b }
  const first = slicePage([5, 1, 3, 2, 4], order, { limit: 2, encode: String })
  assert.deepEqual(first, { rows: [1, 2], total: 5, cursor: '2' })
  const second = slicePage([5, 3, 4, 0], order, { limit: 5, after: 2, encode: String })
  assert.deepEqual(second, { rows: [3, 4, 5], total: 4 })
})

test('slices by key follow each element of the key', () => {
  const keyOf = (row: readonly [number, string]) => [-row[0], row[1]]
  const rows = [
    [1, 'b'],
    [2, 'z'],
    [1, 'a'],
  ] as const
  const first = sliceByKey(rows, keyOf, { limit: 2 })
  assert.deepEqual(first.rows, [
    [2, 'z'],
    [1, 'a'],
  ])
  assert.deepEqual(sliceByKey(rows, keyOf, { limit: 2, cursor: first.cursor }), {
    rows: [[1, 'b']],
    total: 3,
  })
})

test('a cursor that is none names its field', () => {
  for (const cursor of ['x', 'bnVsbA', 'e30']) {
    const read = () => sliceByKey([1], (row) => [row], { limit: 1, cursor })
    assert.throws(read, { name: 'ArgumentError', field: 'cursor' })
  }
})

test('a slice is complete with its total, and one past the last row is unproven instead of empty', () => {
  const wordOf = (rows: readonly number[], total: number) =>
    toSliceReading(null, { rows, total }, facts).parts.map((part) => [part.state, part.total, part.why])
  assert.deepEqual(wordOf([1], 3), [['read', 3, undefined]])
  assert.deepEqual(wordOf([], 0), [['empty', 0, undefined]])
  assert.deepEqual(wordOf([], 3), [['unproven', undefined, 'past_the_last_page']])
})
