import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, ROOT } from '@vedette/test/kit'
import { APART, PARTS } from '../../images/bundle.ts'
import { startAgent, startStand, untilAgent } from './stand.ts'

const MEGABYTE = 1024 * 1024
// What the base brings is about 165 MB unpacked; the image has to stay under 200.
const MOST_MEGABYTES = 30

test('the bundles of both parts, alone in an empty folder under Node, enrol and serve', async (t) => {
  const built = createFolder(t)
  for (const part of Object.keys(PARTS))
    execFileSync(process.execPath, [join(ROOT, 'images', 'build.ts'), part, join(built, part)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  // Elsewhere than the repository, so that nothing is found by walking up from the bundle.
  const alone = createFolder(t)
  cpSync(built, alone, { recursive: true })
  const cwd = join(alone, 'empty')
  mkdirSync(cwd)
  const stand = await startStand(t, {
    controlPlane: join(alone, 'control-plane', 'dist', 'main', 'run.mjs'),
    agent: join(alone, 'agent', 'dist', 'main', 'run.mjs'),
    cwd,
    env: { HOME: cwd },
  })
  await startAgent(t, stand, { machine: 'bundled', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'bundled', { status: 'connected', health: { host: 'up' } })
  const answer = await stand.ask('host_info')
  assert.equal(answer.visibility, 'full', JSON.stringify(answer))
  assert.deepEqual(
    answer._sources.read.map((one: { operation: string; state: string }) => [one.operation, one.state]),
    [['host.info', 'read']],
  )
  const page = await fetch(`${stand.url}/fleet`)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /<script type="module"/)
  const command = join(alone, 'agent', 'dist', 'main', 'vedette.mjs')
  assert.match(execFileSync(process.execPath, [command, '--version'], { cwd, encoding: 'utf8' }), /^\d+\.\d+/)
})

test('each bundle leaves the image room below 200 MB', (t) => {
  const built = createFolder(t)
  for (const part of Object.keys(PARTS)) {
    execFileSync(process.execPath, [join(ROOT, 'images', 'build.ts'), part, join(built, part)])
    const bytes = readdirSync(join(built, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
    assert.ok(bytes < MOST_MEGABYTES * MEGABYTE, `${part} has ${bytes} bytes`)
  }
})

test('every file of the product that runs in a thread or process of its own has its place in a bundle', () => {
  const sources = globSync('{agent,control-plane}/src/**/*.ts', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|\/testing\//.test(path),
  )
  const started = sources.flatMap((path) =>
    [...readFileSync(join(ROOT, path), 'utf8').matchAll(APART)].map(([, name]) =>
      join(path, '..', `${name}.ts`),
    ),
  )
  assert.deepEqual(
    started.toSorted(),
    Object.values(PARTS)
      .flatMap((part) => [...part.apart])
      .toSorted(),
  )
})
