import assert from 'node:assert/strict'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '@vedette/proto/clock'
import { createFolder, ROOT, startProcess } from '@vedette/test/kit'
import { readEnvironment } from '../config.ts'
import { runCli } from '../program.ts'

async function run(isTty: boolean, ...args: readonly string[]) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(['connector', ...args], {
    environment: readEnvironment({ HOME: '/nonexistent' }),
    clock: systemClock,
    isTty,
    write: (text) => void out.push(text),
    writeError: (text) => void err.push(text),
    ask: async () => null,
    signal: new AbortController().signal,
  })
  return { code, out: out.join(''), err: err.join('') }
}

test('the connector that is written to begin with runs and passes the suite', async (t) => {
  const folder = join(createFolder(t), 'shelf')
  const written = await run(true, 'new', 'shelf', '--folder', folder)
  assert.equal(written.code, 0, written.err)
  assert.match(written.out, /^wrote package\.json, server\.ts, README\.md, Dockerfile, connector\.proto to /)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  assert.equal(manifest.name, 'shelf')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const socket = join(folder, 's.sock')
  await startProcess(t, {
    name: 'connector',
    file: process.execPath,
    args: [join(folder, 'server.ts'), '--listen', socket],
    ready: { output: /listens on/ },
  })
  const told = await run(false, 'test', socket, '--json')
  const report = JSON.parse(told.out)
  assert.deepEqual(
    report.checks.map(({ check, outcome }: Record<string, string>) => `${check} ${outcome}`),
    [
      'describe passed',
      'probe passed',
      'unknown_operation passed',
      'invalid_arguments passed',
      'output passed',
      'cancelled_calls passed',
    ],
  )
  assert.deepEqual([told.code, report.ok, report.connector], [0, true, 'shelf'])
  assert.match((await run(true, 'test', socket)).out, /\nshelf 0\.1\.0 keeps the contract\n$/)
})

test('where nothing listens the test fails, and says so', async () => {
  const told = await run(true, 'test', '/nonexistent/p.sock')
  assert.equal(told.code, 1)
  assert.match(told.out, /failed +describe +it did not answer Describe/)
  assert.match(told.out, /does not keep the contract/)
})

test('what cannot be meant is refused before anything is asked or written', async (t) => {
  const folder = createFolder(t)
  const file = join(folder, 'list.json')
  writeFileSync(file, '[1]')
  const wrong: readonly (readonly [string[], RegExp])[] = [
    [['new', 'My_Connector', '--folder', join(folder, 'a')], /lower case/],
    [['new', 'shelf', '--folder', folder], /is there already/],
    [['test', 'localhost:7443'], /--ca, --cert and --key/],
    [['test', 'http:7443x', '--ca', file, '--cert', file, '--key', file], /must be the absolute path/],
    [['test', '/p.sock', '--config', file], /cannot be read as a JSON object/],
  ]
  for (const [args, why] of wrong) {
    const told = await run(true, ...args)
    assert.equal(told.code, 2, args.join(' '))
    assert.match(told.err, why)
  }
  assert.ok(!existsSync(join(folder, 'a')))
})
