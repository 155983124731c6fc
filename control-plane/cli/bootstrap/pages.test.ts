import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createFolder } from '@vedette/test/kit'
import { ensurePages } from './pages.mjs'

// A build that makes a document and an asset of its one source, and counts how often it ran.
const BUILD = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const out = process.env.VEDETTE_PAGES_OUT
const text = readFileSync('src/main.tsx', 'utf8')
if (text === 'broken') throw new Error('it does not parse')
mkdirSync(out + '/assets', { recursive: true })
writeFileSync(out + '/index.html', text)
writeFileSync(out + '/assets/' + text + '.js', text)
appendFileSync('runs', 'x')
`

test('pages are built once, and again when a source changes; a failing build leaves the last in place', async (t) => {
  const root = createFolder(t)
  const web = join(root, 'control-plane', 'web')
  mkdirSync(join(web, 'src'), { recursive: true })
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true })
  mkdirSync(join(root, 'node_modules', 'vite', 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'))
  writeFileSync(join(root, 'node_modules', 'vite', 'package.json'), '{"type":"module"}')
  writeFileSync(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), BUILD)
  writeFileSync(join(root, 'package-lock.json'), '{}')
  for (const name of ['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts'])
    writeFileSync(join(web, name), '{}')
  const write = (text: string) => writeFileSync(join(web, 'src', 'main.tsx'), text)
  const runs = () => readFileSync(join(web, 'runs'), 'utf8').length
  const document = () => readFileSync(join(web, 'dist', 'index.html'), 'utf8')

  write('first')
  await ensurePages(root)
  await ensurePages(root)
  assert.deepEqual([document(), runs()], ['first', 1])
  assert.equal(gunzipSync(readFileSync(join(web, 'dist', 'assets', 'first.js.gz'))).toString(), 'first')

  write('second')
  await ensurePages(root)
  assert.deepEqual([document(), runs()], ['second', 2])
  assert.equal(existsSync(join(web, 'dist', 'assets', 'first.js')), false)

  write('broken')
  await assert.rejects(ensurePages(root), /building the pages failed: [\s\S]*it does not parse/)
  assert.deepEqual([document(), runs()], ['second', 2])
  assert.deepEqual(
    readdirSync(join(root, 'node_modules')).filter((name) => name.startsWith('.vedette')),
    [],
  )
})
