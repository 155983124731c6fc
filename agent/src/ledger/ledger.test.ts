import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { createLedger, ledgerSocket, serveLedger } from './index.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const facts = (call: string) => ({ call, replica: 'r1', operation: 'k8s.pods.list' })

function write(ledger: ReturnType<typeof createLedger>, call: string, ...chunks: readonly string[]): void {
  const page = ledger.open(facts(call))
  for (const chunk of chunks) page.add(bytesOf(chunk))
}

test('a reply is kept exactly as it left, with the hash over header and body', () => {
  const ledger = createLedger(createFakeClock())
  write(ledger, 'c1', '{"header":1}', '{"body":"é', '"}')
  const whole = '{"header":1}{"body":"é"}'
  assert.deepEqual(ledger.list(), [
    {
      ...facts('c1'),
      at: new Date(createFakeClock().now()).toISOString(),
      bytes: Buffer.byteLength(whole),
      sha256: sha256(whole),
      held: true,
    },
  ])
  assert.equal(new TextDecoder().decode(ledger.read('c1') ?? undefined), whole)
  assert.equal(ledger.read('c2'), null)
})

test('the last 200 are kept, the newest first', () => {
  const ledger = createLedger(createFakeClock())
  for (let at = 0; at < 250; at += 1) write(ledger, `c${at}`, `reply ${at}`)
  const calls = ledger.list().map(({ call }) => call)
  assert.deepEqual([calls.length, calls[0], calls.at(-1)], [200, 'c249', 'c50'])
  assert.equal(ledger.read('c49'), null)
})

test('over the bytes that may be kept the oldest lose theirs and keep their hash, also while they still leave', () => {
  const ledger = createLedger(createFakeClock(), { replies: 10, bytes: 25 })
  const slow = ledger.open(facts('slow'))
  slow.add(bytesOf('0123456789'))
  write(ledger, 'c1', '0123456789')
  write(ledger, 'c2', '0123456789')
  slow.add(bytesOf('abc'))
  assert.deepEqual(
    ledger.list().map(({ call, held, bytes, sha256: hash }) => [call, held, bytes, hash]),
    [
      ['c2', true, 10, sha256('0123456789')],
      ['c1', true, 10, sha256('0123456789')],
      ['slow', false, 13, sha256('0123456789abc')],
    ],
  )
  assert.equal(ledger.read('slow'), null)
  write(ledger, 'large', 'x'.repeat(26))
  assert.deepEqual(
    ledger.list().map(({ held }) => held),
    [false, false, false, false],
  )
})

function setUp(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

function ask(folder: string, path: string): Promise<Readonly<{ status: number; body: unknown }>> {
  return new Promise((resolve, reject) => {
    get({ socketPath: ledgerSocket(folder), path }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) }))
    }).on('error', reject)
  })
}

test('it is asked over a socket that only its owner may open, and over nothing else', async (t) => {
  const folder = setUp(t)
  const ledger = createLedger(createFakeClock())
  write(ledger, 'c1', 'abc')
  const before = process.umask()
  const door = await serveLedger(folder, ledger)
  t.after(() => door.close())
  assert.equal(process.umask(), before)
  const stat = statSync(ledgerSocket(folder))
  assert.ok(stat.isSocket())
  assert.equal(stat.mode & 0o777, 0o600)
  assert.deepEqual(await ask(folder, '/sent'), { status: 200, body: { sent: ledger.list() } })
  assert.deepEqual(await ask(folder, '/sent?call=c1'), {
    status: 200,
    body: { ...ledger.list()[0], text: 'abc' },
  })
  assert.equal((await ask(folder, '/sent?call=c2')).status, 404)
  assert.equal((await ask(folder, '/metrics')).status, 404)
})

test('a socket that a killed process left is replaced; a file in its place is not', async (t) => {
  const folder = setUp(t)
  const ledger = createLedger(createFakeClock())
  const first = await serveLedger(folder, ledger)
  const second = await serveLedger(folder, ledger)
  assert.equal((await ask(folder, '/sent')).status, 200)
  await first.close()
  await second.close()
  const other = setUp(t)
  writeFileSync(ledgerSocket(other), 'mine')
  await assert.rejects(serveLedger(other, ledger))
  await assert.rejects(serveLedger(join(folder, 'x'.repeat(120)), ledger), RangeError)
})
