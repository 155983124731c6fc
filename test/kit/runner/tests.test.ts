import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import test from 'node:test'
import { listPaths } from '../../house/repository.ts'
import { createFolder } from '../folder.ts'
import { startProcess } from '../process.ts'
import { ROOT } from '../root.ts'
import { listTestFiles, PHASES } from './files.ts'

const SAMPLE = `
import assert from 'node:assert/strict'
import test, { describe } from 'node:test'
test('one and one is two', () => assert.equal(1 + 1, 2))
test('one and one is three', () => assert.equal(1 + 1, 3))
test('needs what is not here', { skip: 'no Go here' }, () => {})
test('a parent', async (t) => { await t.test('a child', () => {}) })
describe('a suite', () => { test('inside a suite', () => {}) })
console.log('said by the test')
`
const BROKEN = "throw new Error('it does not even load')"

test('a run counts, prints failures in full, names what was skipped and remembers what passed', async (t) => {
  const folder = createFolder(t)
  writeFileSync(join(folder, 'sample.test.mjs'), SAMPLE)
  writeFileSync(join(folder, 'broken.test.mjs'), BROKEN)
  writeFileSync(join(folder, 'empty.test.mjs'), '')
  const files = ['sample.test.mjs', 'broken.test.mjs', 'empty.test.mjs'].map((file) =>
    relative(ROOT, join(folder, file)),
  )
  writeFileSync(
    join(folder, 'run.mjs'),
    `const { runTests } = await import(${JSON.stringify(join(import.meta.dirname, 'tests.ts'))})
const passed = new Set()
const counts = await runTests({
  files: ${JSON.stringify(files)}, phase: { name: 'sample', globs: [], concurrency: 1 }, passed,
  say: (line) => console.error(line), signal: new AbortController().signal,
})
console.log(JSON.stringify({ counts, passed: [...passed] }))\n`,
  )
  const started = await startProcess(t, {
    name: 'run',
    file: process.execPath,
    args: [join(folder, 'run.mjs')],
    // A test run inside a test is refused by Node unless the inner one does not know of the outer.
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  assert.equal((await started.exited).code, 0, started.output())
  const [sample = ''] = files
  // What the script above printed: counts of numbers and names of tests.
  const told = JSON.parse(started.stdout()) as { counts: object; passed: string[] }
  const names = ['one and one is two', 'a child', 'a parent', 'inside a suite']
  assert.deepEqual(
    told.passed,
    names.map((name) => `${sample} :: ${name}`),
  )
  const counts = { tests: 8, suites: 1, passed: 4, failed: 3, cancelled: 0, skipped: 1, todo: 0 }
  assert.deepEqual(told.counts, counts)
  const output = started.output()
  assert.match(output, /not ok {2}\S*sample\.test\.mjs:5 > one and one is three\n {4}AssertionError/)
  assert.match(output, /skipped {2}\S*sample\.test\.mjs > needs what is not here: no Go here/)
  assert.match(output, / {4}said by the test/)
  assert.match(output, /it does not even load/)
  assert.match(output, /not ok {2}\S*broken\.test\.mjs/)
  assert.match(output, /not ok {2}\S*empty\.test\.mjs holds no test/)
  assert.match(output, /FAILED {2}\S*sample\.test\.mjs {2}6 tests/)
})

test('every test file of the repository belongs to exactly one phase', () => {
  const byPhase = PHASES.flatMap(listTestFiles)
  assert.equal(new Set(byPhase).size, byPhase.length)
  const all = listPaths().filter((path) => path.endsWith('.test.ts'))
  assert.ok(all.includes('test/house/imports.test.ts'))
  // What needs a cluster is run by a command of its own.
  const apart = all.filter((path) => /^test\/kube\//.test(path))
  assert.deepEqual([...byPhase, ...apart].toSorted(), all)
})
