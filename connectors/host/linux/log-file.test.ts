import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import { connectHost } from '../client.ts'
import type { LogQuestion } from '../operations/logs-search.ts'
import { scriptedMachine } from '../scripted-machine.ts'
import { REGION_BYTES, searchLogFile } from './log-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'vedette-log-'))
after(() => rmSync(folder, { recursive: true }))

const START = Date.parse('2026-01-01T00:00:00Z')
const clock = createFakeClock()
const client = connectHost(
  { root: '/', log_files: [] },
  { clock, instance: 'host', readSecret: () => assert.fail('no secret') },
  scriptedMachine,
)

function ask(facts: Partial<LogQuestion> = {}): LogQuestion {
  const window = { from: START, to: START + 86_400_000, now: START }
  return {
    client,
    signal: new AbortController().signal,
    match: undefined,
    limit: 100,
    cursor: undefined,
    ...window,
    ...facts,
  }
}

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const line = (second: number, text: string) => `${new Date(START + second * 1000).toISOString()} ${text}\n`

test('pages of a file add up to its window, newest first, without a gap or a repeat', async () => {
  const path = write('paged', Array.from({ length: 10 }, (_, index) => line(index - 1, `n${index}`)).join(''))
  const seen: string[] = []
  let cursor: string | undefined
  for (let page = 0; page < 10; page++) {
    const answer = await searchLogFile(ask({ limit: 4, cursor }), path)
    seen.push(...answer.lines.map((one) => one.message.slice(-2)))
    cursor = answer.cut?.cursor
    if (cursor === undefined) {
      assert.equal(answer.gap, undefined)
      break
    }
  }
  assert.deepEqual(seen, ['n9', 'n8', 'n7', 'n6', 'n5', 'n4', 'n3', 'n2', 'n1'])
})

test('a file larger than one look says so, and its cursor reads the older part', async () => {
  const filler = line(1, 'x'.repeat(1000)).repeat(Math.ceil(REGION_BYTES / 1000))
  const path = write('large', `${line(-1, 'before')}${line(1, 'needle')}${filler}`)
  const first = await searchLogFile(ask({ match: 'needle' }), path)
  assert.deepEqual([first.lines.length, first.cut?.cap], [0, 'bytes'])
  const second = await searchLogFile(ask({ match: 'needle', cursor: first.cut?.cursor }), path)
  assert.equal(second.lines.length, 1)
  assert.deepEqual([second.cut, second.gap], [undefined, undefined])
})

test('a cursor of another file, or none, names its field', async () => {
  const path = write('small', line(1, 'x'))
  for (const cursor of ['f1.1', 'j1.1', 'x'])
    await assert.rejects(searchLogFile(ask({ cursor }), path), { name: 'ArgumentError', field: 'cursor' })
})

test('a link, a folder, a pipe and a binary file are unusable, never followed or waited for', async () => {
  const link = join(folder, 'link')
  symlinkSync('/etc/passwd', link)
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [link, folder, pipe, write('binary', '\0\0')])
    await assert.rejects(
      searchLogFile(ask(), path),
      { state: 'unusable', carried: { why: 'unexpected_kind' } },
      path,
    )
})

test('a file that may not be read is forbidden and named, never empty', async () => {
  const path = write('closed', line(1, 'x'))
  chmodSync(path, 0)
  const isRoot = process.geteuid?.() === 0
  chmodSync(folder, 0o755)
  if (isRoot) process.seteuid?.(65_534)
  try {
    await assert.rejects(searchLogFile(ask(), path), {
      state: 'forbidden',
      carried: { errno: 'EACCES', missing: `read ${path}` },
    })
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
})

test('a line is found by its visible words and never by what is hidden in it', async () => {
  const path = write('hidden', line(1, 'login password=hunter2 failed') + line(2, 'done'))
  const visible = (text: string) => text.replace('hunter2', '\0')
  const find = async (match: string) =>
    (await searchLogFile(ask({ match, visible }), path)).lines.map((one) => one.message.slice(25))
  assert.deepEqual(await find('LOGIN'), ['login password=hunter2 failed'])
  for (const guess of ['hunter2', 'password=h', 'unt']) assert.deepEqual(await find(guess), [], guess)
})
