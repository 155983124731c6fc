import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { ROOT } from '../kit/root.ts'
import { FAULTS } from './faults.ts'
import { findRowProblems, printRows, type Row } from './rows.ts'
import { THREATS } from './threats.ts'

const readText = (path: string) => {
  const file = join(ROOT, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
const number = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`)

test('every threat and every fault is in its table once, in order', () => {
  assert.deepEqual(
    THREATS.map(({ id }) => id),
    number('T', 32),
  )
  assert.deepEqual(
    FAULTS.map(({ id }) => id),
    number('F', 26),
  )
})

test('a row that is said to be done names a test that exists and is not skipped', (t) => {
  t.diagnostic(`\n${printRows('threats', THREATS)}\n${printRows('faults', FAULTS)}`)
  assert.deepEqual(findRowProblems([...THREATS, ...FAULTS], readText), [])
})

const createRow = (name: string, file = 'a.test.ts'): Row => ({
  id: 'T01',
  title: 'title',
  statement: 'statement',
  status: 'done',
  tests: [{ file, name }],
})

const SOURCE = `
test('it holds', () => {})
test.skip('it is skipped', () => {})
test('it needs Go', { skip: 'no Go here' }, () => {})
test('it has a deadline', { timeout: 10 }, () => {})
test('it isn\\'t told', async (t) => {})
// 'it is only mentioned'
`

const CASES: readonly [name: string, problem: RegExp | undefined][] = [
  ['it holds', undefined],
  ['it has a deadline', undefined],
  ["it isn't told", undefined],
  ['it hold', /has no test named "it hold"/],
  ['it is only mentioned', /has no test named/],
  ['it is skipped', /is skipped/],
  ['it needs Go', /is skipped/],
]

for (const [name, problem] of CASES) {
  test(`a row whose test is "${name}" ${problem === undefined ? 'is accepted' : 'is refused'}`, () => {
    const [found] = findRowProblems([createRow(name)], () => SOURCE)
    if (problem === undefined) assert.equal(found, undefined)
    else assert.match(found ?? '', problem)
  })
}

test('a row whose test file does not exist is refused', () => {
  const problems = findRowProblems([createRow('it holds', 'gone.test.ts')], () => undefined)
  assert.deepEqual(problems, ['T01: gone.test.ts does not exist'])
})
