import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTestFile, readCodeFiles } from './repository.ts'
import { findQueries, isKeyed } from './tenant-keys.ts'

const FILES = readCodeFiles().filter(({ path }) => path.startsWith('control-plane/src/') && !isTestFile(path))

test('every query of the control plane has the organisation in its key', () => {
  const queries = FILES.flatMap(findQueries)
  assert.ok(queries.length > 25, `only ${queries.length} queries were found`)
  const open = queries.filter((query) => !isKeyed(query))
  assert.deepEqual(
    open.map(({ path, table, chain }) => `${path}: ${table}: ${chain.slice(0, 120)}`),
    [],
    'a query without the organisation in its key reads or changes what belongs to another tenant',
  )
})

test('taking the organisation out of any one query is noticed', () => {
  let mutated = 0
  for (const { path, text } of FILES)
    for (const match of text.matchAll(/\.where\(\s*'organisation',\s*'=',\s*[\w.]+\)/g)) {
      const without = text.slice(0, match.index) + text.slice(match.index + match[0].length)
      const open = findQueries({ path, text: without }).filter((query) => !isKeyed(query))
      // A secret's hash is a key of its own.
      const isBySecret = /^\s*\.where\('hash', '=',/.test(text.slice(match.index + match[0].length))
      assert.equal(open.length, isBySecret ? 0 : 1, `${path}: ${match[0]} at ${match.index}`)
      mutated += 1
    }
  assert.ok(mutated > 25, `only ${mutated} keys were taken out`)
})

test('only the store speaks SQL', () => {
  const others = FILES.filter(
    ({ path, text }) => !path.startsWith('control-plane/src/store/') && /from 'kysely'/.test(text),
  )
  assert.deepEqual(
    others.map(({ path }) => path),
    [],
  )
})
