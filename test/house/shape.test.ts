import assert from 'node:assert/strict'
import test from 'node:test'
import type { Breach } from './import-rules.ts'
import { listPaths, readCodeFiles, readTextFiles } from './repository.ts'
import { findBadForms, findBadNames, findLongFiles, findOutsideNames, findStrayTops } from './shape.ts'

const print = (breaches: readonly Breach[]) =>
  breaches.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n')

test('no source file is longer than 400 lines', () => {
  assert.equal(print(findLongFiles(readCodeFiles())), '')
})

test('the top of the tree holds only what the house lists', () => {
  assert.equal(print(findStrayTops(listPaths())), '')
})

test('every file and folder has a kebab-case name', () => {
  assert.equal(print(findBadNames(listPaths())), '')
})

test('no file uses default exports, enums, namespaces or silent skips', () => {
  assert.equal(print(readCodeFiles().flatMap(findBadForms)), '')
})

test('no text names places outside the repository or puts work off', () => {
  assert.equal(print(readTextFiles().flatMap(findOutsideNames)), '')
})

test('a file of 400 lines passes and one of 401 is found', () => {
  const text = (lines: number) => 'const a = 1\n'.repeat(lines)
  assert.deepEqual(findLongFiles([{ path: 'a.ts', text: text(400) }]), [])
  assert.equal(findLongFiles([{ path: 'a.ts', text: text(401) }])[0]?.line, 401)
})

test('a stray file or folder at the top is found', () => {
  const found = findStrayTops(['README.md', 'proto/README.md', 'notes.md', 'src/index.ts', '.ci/run'])
  assert.deepEqual(
    found.map(({ path }) => path),
    ['notes.md', 'src/index.ts'],
  )
})

test('names in camel case, with spaces or underscores are found', () => {
  const good = [
    'agent/src/redactor/free-text.test.ts',
    'helm/agent/templates/_helpers.tpl',
    '.ci/run',
    'a/v1/x.golden.json',
    'connectors/host/fixtures/info/root/sys/product_name',
  ]
  const bad = [
    'agent/src/freeText.ts',
    'agent/src/free_text.ts',
    'agent/Src/a.ts',
    'a/b c.ts',
    'a/-b.ts',
    'connectors/host/fixtures/big_info/x.json',
  ]
  assert.deepEqual(
    findBadNames([...good, ...bad]).map(({ path }) => path),
    bad,
  )
})

const BAD_FORMS: readonly string[] = [
  'export default 1',
  'export default function run() {}',
  'enum Health { Ok }',
  'export const enum Health { Ok }',
  'namespace Health { }',
  'test.only(name, run)',
  'test.skip(name, run)',
  'test(name, { skip: true }, run)',
]

for (const text of BAD_FORMS) {
  test(`a planted form is found: ${text}`, () => {
    assert.equal(findBadForms({ path: 'agent/src/a.ts', text }).length, 1)
  })
}

test('the same words in texts, and a skip with its reason, pass', () => {
  const text = "const a = 'export default 1' // enum Health { }\ntest(name, { skip: 'needs Go' }, run)"
  assert.equal(print(findBadForms({ path: 'agent/src/a.ts', text })), '')
  assert.equal(
    print(findBadForms({ path: 'control-plane/web/vite.config.ts', text: 'export default 1' })),
    '',
  )
})

test('a planted name of another place is found on its line, and so is work put off', () => {
  const place = ['see ', '/wo', 'rk/main'].join('')
  const later = ['TO', 'DO'].join('')
  const found = findOutsideNames({ path: 'a.md', text: `one\n${place}\n${later}: two\n` })
  assert.deepEqual(
    found.map(({ line }) => line),
    [2, 3],
  )
})
