import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, ROOT } from '@vedette/test/kit'
import { startHttp } from '../../testing/http.ts'
import { listDocs } from './docs.ts'

test('the documentation is served as Markdown under an index, without a token', async (t) => {
  const { url } = await startHttp(t, { docs: ROOT })
  const index = await fetch(`${url}/llms.txt`)
  assert.equal(index.status, 200)
  const text = await index.text()
  const links = [...text.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map((match) => match[1] ?? '')
  for (const wanted of [
    'README.md',
    'control-plane/TOOLS.md',
    'proto/OPERATIONS.md',
    'connectors/host/README.md',
  ])
    assert.ok(links.includes(`/docs/${wanted}`), wanted)
  for (const link of links) {
    const page = await fetch(`${url}${link}`)
    assert.equal(page.status, 200, link)
    assert.equal(page.headers.get('content-type'), 'text/markdown; charset=utf-8')
    assert.match(await page.text(), /^# /m)
  }
})

test('nothing but the listed pages is served, by whatever path', async (t) => {
  const root = createFolder(t)
  mkdirSync(join(root, 'connectors', 'host'), { recursive: true })
  writeFileSync(join(root, 'README.md'), '# One')
  writeFileSync(join(root, 'connectors', 'host', 'README.md'), '# Host')
  writeFileSync(join(root, 'connectors', 'host', 'secret.md'), 'canary')
  writeFileSync(join(root, 'secret.md'), 'canary')
  const { url } = await startHttp(t, { docs: root })
  assert.deepEqual(listDocs(root), ['README.md', 'connectors/host/README.md'])
  for (const path of [
    'secret.md',
    'connectors/host/secret.md',
    '..%2fsecret.md',
    'README.md%2f..%2fsecret.md',
    '',
  ])
    assert.equal((await fetch(`${url}/docs/${path}`)).status, 404, path)
})

test('no documentation is offered where there is none', async (t) => {
  const { url } = await startHttp(t)
  assert.equal((await fetch(`${url}/llms.txt`)).status, 404)
})
