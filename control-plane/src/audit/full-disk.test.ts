import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createStore } from '../store/index.ts'
import { AuditError, createAudit } from './index.ts'

const FACTS = { organisation: 'acme', principal: 'tok_1', action: 'host_info' } as const
const SIZE = 4 * 1024 * 1024

// A folder on a disk of its own, so small; null where this process may not mount one.
function mountDisk(t: TestContext): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'full-disk-'))
  let isMounted = false
  t.after(() => {
    if (isMounted) execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true })
  })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder], { stdio: 'ignore' })
    isMounted = true
    return folder
  } catch {
    return null
  }
}

// Takes every byte that is left.
function fill(file: string): void {
  for (let bytes = SIZE; bytes >= 1; bytes /= 2)
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      // So many no longer fit.
    }
}

test('on a disk that is full nothing is durable and nothing that rests on it happens, and with room every row is written in order (needs the right to mount)', async (t) => {
  const folder = mountDisk(t)
  if (folder === null) return t.skip('this process may not mount a tmpfs')
  const clock = createFakeClock()
  const store = await createStore({ url: `sqlite:${join(folder, 'store.db')}`, clock })
  t.after(() => store.close())
  await store.organisations.create('acme')
  const audit = createAudit({ store, writer: 'w1', clock, sign: () => 'signed' })
  assert.equal(await audit.take('call', { ...FACTS, call: 'before' })?.written, true)
  const filler = join(folder, 'filler')
  fill(filler)
  // The log of the database has room of its own before it must grow.
  const calls = ['before']
  let isWritten = true
  for (let n = 0; isWritten && n < 2_000; n += 1) {
    const taken = audit.take('call', { ...FACTS, call: `${n}`, purpose: 'x'.repeat(1_000) })
    calls.push(`${n}`)
    isWritten = (await taken?.written) === true
  }
  assert.equal(isWritten, false)
  await assert.rejects(audit.recordIntent({ ...FACTS, action: 'silence' }), AuditError)
  assert.equal(await audit.take('call', { ...FACTS, call: 'full' })?.written, false)

  rmSync(filler)
  await audit.flush()
  assert.equal(await audit.take('call', { ...FACTS, call: 'after' })?.written, true)
  const rows = await store.audit.search('acme', { limit: 5_000 })
  const told = rows
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ kind, body }) => (kind === 'call' ? [JSON.parse(body).call] : []))
  assert.deepEqual(told, [...calls, 'full', 'after'])
  await audit.close()
})
