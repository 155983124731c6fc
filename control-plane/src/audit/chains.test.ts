import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { canonicalJson } from '@vedette/proto/canonical'
import { createFakeClock } from '@vedette/proto/clock'
import { createOperator, createSigner, toSigningKeys } from '../identity/index.ts'
import { createStore } from '../store/index.ts'
import type { AuditHead } from '../store/types.ts'
import { createAnchorFile } from './anchor-file.ts'
import { GENESIS, linkDraft, sha256 } from './chain.ts'
import { createAudit, readAnchors, verifyChains } from './index.ts'

const ORGANISATION = 'acme'
const operator = await createOperator({ organisations: [ORGANISATION], now: 1 })
const keys = toSigningKeys(operator)

async function setUp(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  const file = join(folder, 'store.db')
  const clock = createFakeClock()
  const store = await createStore({ url: `sqlite:${file}`, clock })
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true })
  })
  const anchors = join(folder, 'anchors.jsonl')
  const open = (writer: string) =>
    createAudit({ store, writer, clock, sign: createSigner(operator), anchor: createAnchorFile(anchors) })
  const verify = async (isAnchored = false) =>
    verifyChains({
      store,
      keys,
      organisation: null,
      ...(isAnchored ? { anchors: await readAnchors(anchors) } : {}),
    })
  // Edits as somebody with the database file would.
  const edit = (sql: string, ...values: (string | number)[]) => {
    const db = new DatabaseSync(file, { timeout: 5_000 })
    try {
      return db.prepare(sql).run(...values).changes
    } finally {
      db.close()
    }
  }
  return { clock, store, open, verify, edit, anchors }
}

const row = (action: string, more: Readonly<Record<string, unknown>> = {}) =>
  ({ organisation: ORGANISATION, principal: 'tok_1', action, call: `c_${action}`, ...more }) as const

async function fill(open: Awaited<ReturnType<typeof setUp>>['open'], count: number) {
  for (const writer of ['w1', 'w2']) {
    const audit = open(writer)
    for (let at = 0; at < count; at += 1) {
      audit.record(
        'operation',
        row(`op.${at}`, { agent: 'ag_1', outcome: ['read'], bytes: at, sha256: 'ab' }),
      )
      if (at % 5 === 0) audit.take('call', { ...row(`tool_${at}`), organisation: 'umbrella' })
    }
    await audit.close()
  }
}

test('chains that nobody touched verify, each writer and organisation by itself', async (t) => {
  const { open, verify, store } = await setUp(t)
  await fill(open, 20)
  const report = await verify(true)
  assert.equal(report.ok, true)
  assert.deepEqual(
    report.chains.map((chain) => [chain.organisation, chain.writer, chain.rows]),
    [
      ['acme', 'w1', 21],
      ['acme', 'w2', 21],
      ['umbrella', 'w1', 5],
      ['umbrella', 'w2', 5],
    ],
  )
  const one = await verifyChains({ store, keys, organisation: 'umbrella' })
  assert.equal(one.rows, 10)
})

test('any edit of any column of any row, and any row removed, added or moved, breaks the chain at that row', async (t) => {
  const { open, verify, edit } = await setUp(t)
  await fill(open, 12)
  const columns = [
    'writer',
    'at',
    'kind',
    'principal',
    'action',
    'agent',
    'call',
    'hash',
    'body',
    'organisation',
  ]
  const random = (below: number) => randomBytes(4).readUInt32BE() % below
  for (let round = 0; round < 60; round += 1) {
    const seq = 1 + random(13)
    const where = `where organisation = 'acme' and writer = 'w1' and seq = ${seq}`
    edit('create table kept as select * from audit_links')
    const column = columns[round % columns.length] ?? ''
    const kinds = [
      () =>
        edit(`update audit_links set "${column}" = ${column === 'at' ? '"at" + 1' : "'tampered'"} ${where}`),
      () => edit(`update audit_links set body = replace(body, '"op.', '"ox.') ${where}`),
      () => edit(`delete from audit_links ${where}`),
      () => edit(`update audit_links set seq = 1000 ${where}`),
      () =>
        edit(
          `insert into audit_links select organisation, writer, 14, "at", kind, principal, action, agent, "call", hash, body from audit_links ${where}`,
        ),
    ]
    const change = kinds[round % 7 < 3 ? 0 : round % kinds.length] ?? kinds[0]
    const changed = change?.()
    const report = await verify()
    const chain = report.chains.find((one) => one.organisation === 'acme' && one.writer === 'w1')
    if (changed === 0 || (change === kinds[1] && seq === 1)) assert.equal(report.ok, true)
    else {
      assert.equal(report.ok, false, `${round} ${column} ${seq}`)
      assert.ok(chain?.broken !== null, `${round} ${column} ${seq}`)
    }
    edit('delete from audit_links')
    edit('insert into audit_links select * from kept')
    edit('drop table kept')
  }
  assert.equal((await verify()).ok, true)
})

test('the first broken row is named', async (t) => {
  const { open, verify, edit } = await setUp(t)
  await fill(open, 10)
  edit(
    `update audit_links set principal = 'tok_2' where organisation = 'acme' and writer = 'w2' and seq in (4, 7)`,
  )
  const broken = (await verify()).chains.filter((chain) => chain.broken !== null)
  assert.deepEqual(
    broken.map(({ writer, broken }) => [writer, broken]),
    [['w2', { seq: 4, fault: 'edited' }]],
  )
})

test('a row whose hash is recomputed, with all that follow, does not meet the signed head', async (t) => {
  const { open, verify, edit, store } = await setUp(t)
  await fill(open, 6)
  const links = await store.audit.read({ organisation: ORGANISATION, writer: 'w2' }, 0, 100)
  let prev = ''
  for (const link of links) {
    const value = { ...JSON.parse(link.body) }
    if (link.seq === 3) value.principal = 'tok_9'
    if (link.seq > 3) value.prev = prev
    const body = canonicalJson(value)
    prev = sha256(body)
    edit(
      'update audit_links set body = ?, hash = ?, principal = ? where organisation = ? and writer = ? and seq = ?',
      body,
      prev,
      value.principal ?? '',
      ORGANISATION,
      'w2',
      link.seq,
    )
  }
  edit("update audit_links set principal = null where principal = ''")
  assert.deepEqual(
    (await verify()).chains.flatMap((chain) => (chain.broken === null ? [] : [chain.broken])),
    [{ seq: 7, fault: 'truncated' }],
  )
})

test('a tail that is cut off is missed by the signed head, and a head that is set back by no signature of ours', async (t) => {
  const { open, verify, edit } = await setUp(t)
  await fill(open, 10)
  edit("delete from audit_links where organisation = 'acme' and writer = 'w2' and seq > 8")
  const faults = async (isAnchored = false) =>
    (await verify(isAnchored)).chains.flatMap((chain) => (chain.broken === null ? [] : [chain.broken]))
  assert.deepEqual(await faults(), [{ seq: 11, fault: 'truncated' }])
  edit(
    `update audit_heads set seq = 8, hash = (select hash from audit_links where organisation = 'acme' and writer = 'w2' and seq = 8)
     where organisation = 'acme' and writer = 'w2'`,
  )
  assert.deepEqual(await faults(), [{ seq: 8, fault: 'head_forged' }])
  assert.deepEqual(await faults(true), [{ seq: 11, fault: 'truncated' }])
})

test('an old signed head put back is caught by the anchors beside the store', async (t) => {
  const { open, verify, edit, store } = await setUp(t)
  const audit = open('w1')
  audit.take('call', row('first'))
  await audit.flush()
  const [old] = await store.audit.heads(ORGANISATION)
  audit.take('call', row('second'))
  await audit.close()
  assert.ok(old !== undefined)
  edit('delete from audit_links where seq > ?', old.seq)
  edit(
    'update audit_heads set seq = ?, hash = ?, "at" = ?, signature = ?',
    ...([old.seq, old.hash, old.at, old.signature] as const),
  )
  assert.equal((await verify()).ok, true)
  const report = await verify(true)
  assert.deepEqual(report.chains[0]?.broken, { seq: 3, fault: 'truncated' })
})

test('a whole chain that is taken out is named by the chain that began after it', async (t) => {
  const { open, verify, edit } = await setUp(t)
  await fill(open, 5)
  edit("delete from audit_links where writer = 'w1'")
  edit("delete from audit_heads where writer = 'w1'")
  const report = await verify()
  assert.deepEqual(
    report.chains.map(({ organisation, writer, broken }) => [organisation, writer, broken?.fault ?? null]),
    [
      ['acme', 'w1', 'truncated'],
      ['acme', 'w2', null],
      ['umbrella', 'w1', 'truncated'],
      ['umbrella', 'w2', null],
    ],
  )
})

test('rows after the signed head, and a chain that no key of ours signed, are not taken for ours', async (t) => {
  const { open, verify, store } = await setUp(t)
  await fill(open, 3)
  const [tip] = (await store.audit.heads(ORGANISATION)).filter((head) => head.writer === 'w1')
  assert.ok(tip !== undefined)
  const facts = { ...row('added'), kept: true } as const
  await store.audit.append([linkDraft(tip, { kind: 'call', at: 5, facts })], [])
  const link = linkDraft(
    { organisation: ORGANISATION, writer: 'w0', seq: 0, hash: GENESIS },
    { kind: 'call', at: 5, facts },
  )
  const head: AuditHead = {
    organisation: ORGANISATION,
    writer: 'w0',
    seq: 1,
    hash: link.hash,
    at: 5,
    signature: tip.signature,
  }
  await store.audit.append([link], [head])
  assert.deepEqual(
    (await verify()).chains.slice(0, 3).map(({ writer, broken }) => [writer, broken]),
    [
      ['w0', { seq: 1, fault: 'head_forged' }],
      ['w1', { seq: 5, fault: 'head_behind' }],
      ['w2', null],
    ],
  )
})
