import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { ROOT } from '../kit/root.ts'
import { listPaths } from './repository.ts'
import { findImports } from './scan.ts'

const paths = listPaths()
const folders = [
  ...new Set(paths.flatMap((path) => /^connectors\/(?!kit\/)([\w-]+)\/index\.ts$/.exec(path)?.[1] ?? [])),
]

test('every connector folder holds the same file names, so that whoever knows one knows all', () => {
  assert.ok(folders.length > 0, 'there is at least one connector')
  const missing = folders.flatMap((name) => {
    const files = [
      'index.ts',
      'config.ts',
      'client.ts',
      'probe.ts',
      'errors.ts',
      'README.md',
      `${name}.test.ts`,
    ]
    const absent = files.filter((file) => !paths.includes(`connectors/${name}/${file}`))
    const under = ['operations', 'fixtures'].filter(
      (folder) => !paths.some((path) => path.startsWith(`connectors/${name}/${folder}/`)),
    )
    return [...absent, ...under].map((file) => `connectors/${name}/${file} is missing`)
  })
  assert.deepEqual(missing, [])
})

test('the registry lists every connector once, sorted, so that none is served by accident or forgotten', () => {
  const text = readFileSync(join(ROOT, 'connectors/registry.ts'), 'utf8')
  const listed = findImports(text).flatMap(
    ({ specifier }) => /^\.\/([\w-]+)\/index\.ts$/.exec(specifier)?.[1] ?? [],
  )
  assert.deepEqual(listed, [...folders].sort())
})
