import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import { connectHost } from '../client.ts'
import type { LogQuestion } from '../operations/logs-search.ts'
import { scriptedMachine } from '../scripted-machine.ts'
import { searchJournal } from './journal.ts'

const MACHINE = '0123456789abcdef0123456789abcdef'
const base = mkdtempSync(join(tmpdir(), 'vedette-journal-'))
after(() => rmSync(base, { recursive: true }))
const root = join(base, 'root')
const folder = join(root, 'var/log/journal', MACHINE)
mkdirSync(folder, { recursive: true })
mkdirSync(join(root, 'etc'))
writeFileSync(join(root, 'etc/machine-id'), `${MACHINE}\n`)
chmodSync(base, 0o755)

const entry = (usec: number) => JSON.stringify({ __REALTIME_TIMESTAMP: String(usec), MESSAGE: 'x' })
const commands = [
  { includes: ['--lines=1'], stdout: `${entry(1)}\n` },
  { includes: ['--reverse'], stdout: `${entry(5_000_000)}\n` },
]
writeFileSync(join(base, 'commands.json'), JSON.stringify(commands))

function question(): LogQuestion {
  const clock = createFakeClock()
  const context = { clock, instance: 'host', readSecret: () => assert.fail('no secret') }
  const client = connectHost({ root, log_files: [] }, context, scriptedMachine)
  const { signal } = new AbortController()
  const window = { from: 1000, to: 10_000, now: 10_000 }
  return { client, signal, match: undefined, limit: 10, cursor: undefined, ...window }
}

// Runs as a user without rights, which root is not.
async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(65_534)
  try {
    return await run()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('journal files that may not be read are a forbidden part beside what was read', async () => {
  writeFileSync(join(folder, 'user-1000.journal'), '')
  writeFileSync(join(folder, 'system.journal'), '')
  chmodSync(join(folder, 'system.journal'), 0)
  const answer = await asNobody(() => searchJournal(question(), undefined))
  assert.equal(answer.lines.length, 1)
  assert.deepEqual(
    answer.unread?.map(({ name, error }) => [name, error.state, error.carried.missing]),
    [['journal_files', 'forbidden', 'group systemd-journal']],
  )
})

test('a journal of which nothing may be read is forbidden, never empty', async () => {
  chmodSync(join(folder, 'user-1000.journal'), 0)
  chmodSync(join(folder, 'system.journal'), 0)
  await assert.rejects(
    asNobody(() => searchJournal(question(), undefined)),
    { state: 'forbidden', carried: { missing: 'group systemd-journal' } },
  )
  chmodSync(folder, 0)
  await assert.rejects(
    asNobody(() => searchJournal(question(), undefined)),
    { state: 'forbidden' },
  )
  chmodSync(folder, 0o755)
})

test('a cursor that is none names its field', async () => {
  chmodSync(join(folder, 'system.journal'), 0o644)
  await assert.rejects(searchJournal({ ...question(), cursor: 'f1.1' }, undefined), {
    name: 'ArgumentError',
    field: 'cursor',
  })
})
