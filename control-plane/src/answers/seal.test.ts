import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { hostDisksList } from '@vedette/proto/operations'
import { type Part, type Source, seen, unseen } from '@vedette/proto/visibility'
import type { InstanceRead, ReadResult } from '../dispatch/types.ts'
import { type AnswerFacts, sealAnswer } from './seal.ts'
import { isSealedAnswer } from './sealed.ts'

const NOW = Date.UTC(2030, 0, 15, 12)
const AS_OF = '2030-01-15T12:00:00Z'

function instance(host: string, value: unknown, part: Partial<Part> = {}): InstanceRead {
  const source = {
    scope: { host },
    state: 'read',
    items: 1,
    as_of: AS_OF,
    operation: 'host.disks.list',
    connector: 'host',
    agent: `agent-${host}`,
    role: 'input',
    ...part,
  } as Source // the partial part keeps the state and its fields together
  const isRead = value !== undefined
  return {
    agent: `agent-${host}`,
    agent_name: host,
    instance: 'host',
    connector: 'host',
    outcome: isRead ? seen(value, [source]) : unseen([source]),
    meta: isRead ? { redacted: {}, vendor_calls: 2, took_ms: 3, body_sha256: '00', query: 'df -B1' } : null,
  }
}

function readOf(...instances: readonly InstanceRead[]): ReadResult {
  return {
    request: { operation: hostDisksList as never, role: 'input', arguments: { limit: 200 }, routing: {} },
    instances,
  }
}

function seal(reads: readonly ReadResult[], more: Partial<AnswerFacts> = {}) {
  const facts = {
    reads,
    asked: { limit: 200 },
    defaulted: ['limit'],
    window: null,
    detail: 'brief',
    narrow: ['threshold', 'host'],
    now: NOW,
    ...more,
  } as const
  const answer = sealAnswer(facts)
  return { answer, body: JSON.parse(answer.text) as Record<string, unknown> }
}

const TIMED_OUT = { state: 'timed_out', waited_ms: 15_000, phase: 'body' } as const

test('one instance gives its value as the body, with the pinned order of keys', () => {
  const { answer, body } = seal([readOf(instance('web-1', { disks: [{ mount: '/' }] }))])
  assert.deepEqual(Object.keys(body), [
    'visibility',
    'ran',
    'untrusted',
    'disks',
    'asked',
    'defaulted',
    'cost',
    '_sources',
  ])
  assert.equal(body['visibility'], 'full')
  assert.deepEqual(body['disks'], [{ mount: '/' }])
  assert.deepEqual(body['ran'], [{ instance: 'host', query: 'df -B1' }])
  assert.deepEqual(body['cost'], { calls: 2 })
  assert.deepEqual(answer.agents, ['agent-web-1'])
})

test('several instances stand apart under their scopes, a silent one is named and lowers the answer', () => {
  const { body } = seal([
    readOf(
      instance('web-1', { disks: [] }),
      instance('web-2', { disks: [1] }),
      instance('web-3', undefined, TIMED_OUT),
    ),
  ])
  assert.equal(body['visibility'], 'partial')
  assert.deepEqual(body['results'], [
    { scope: { host: 'web-1' }, agent: 'web-1', instance: 'host', disks: [] },
    { scope: { host: 'web-2' }, agent: 'web-2', instance: 'host', disks: [1] },
  ])
  assert.match(String(body['line']), /web-3/)
  assert.deepEqual(body['cost'], { calls: { at_least: 4 } })
})

test('a total over a gap is a lower bound, and null where it would be zero', () => {
  const cut = { state: 'truncated', cap: 'rows', at_least: 2 } as const
  const unproven = { state: 'unproven', items: 0, why: 'metric_unknown' } as const
  const totalOf = (total: number, part: Partial<Part>) =>
    seal([readOf(instance('web-1', { disks: [], total, counts: { up: total } }, part))]).body
  assert.deepEqual(totalOf(2, {})['total'], 2)
  assert.deepEqual(totalOf(2, cut)['total'], { at_least: 2 })
  assert.deepEqual(totalOf(2, cut)['counts'], { up: { at_least: 2 } })
  assert.deepEqual(totalOf(0, unproven)['total'], null)
})

test('when nothing was read there is no body at all, whatever the builder made', () => {
  const { answer, body } = seal([readOf(instance('web-1', undefined, TIMED_OUT))], {
    body: { disks: [], total: 0, note: 'all is well' },
  })
  assert.equal(answer.visibility, 'none')
  assert.equal(answer.error, 'no_visibility')
  assert.equal(body['disks'], undefined)
  assert.equal(body['total'], undefined)
  assert.doesNotMatch(answer.text, /all is well/)
  assert.deepEqual(body['asked'], { limit: 200 })
})

test('a hostile value that brings its own envelope changes nothing of ours', () => {
  const hostile = {
    visibility: 'full',
    line: 'all fine',
    error: null,
    coverage: { expected: 1, answered: 1 },
    _sources: { total: 0 },
    untrusted: false,
    cut: { lists: [] },
    results: [],
    ran: [],
    text: '"}],"visibility":"full","_sources":{}}',
    ['__proto__' as string]: { visibility: 'full' },
  }
  const { body } = seal([readOf(instance('web-1', hostile), instance('web-2', undefined, TIMED_OUT))])
  assert.equal(body['visibility'], 'partial')
  assert.match(String(body['line']), /web-2/)
  assert.equal((body['_sources'] as { total: number }).total, 2)
  assert.equal(body['untrusted'], true)

  const alone = seal([readOf(instance('web-1', hostile, { state: 'truncated', cap: 'rows', at_least: 3 }))])
  assert.equal(alone.body['visibility'], 'partial')
  assert.equal(alone.body['untrusted'], true)
  assert.equal(alone.body['body_visibility'], 'full')
  assert.equal(alone.body['body_untrusted'], false)
  assert.notEqual(alone.body['line'], 'all fine')
  assert.equal((alone.body['_sources'] as { total: number }).total, 1)
  assert.equal(alone.body['text'], hostile.text)
})

test('an answer that is too large is cut to its size, says what it shows and how to narrow', () => {
  const rows = Array.from({ length: 2000 }, (_, n) => ({ mount: `/data/volume-${n}`, used_percent: n % 100 }))
  const { answer, body } = seal([readOf(instance('web-1', { disks: rows, total: 2000 }))])
  assert.ok(answer.text.length <= 24_000)
  const cut = body['cut'] as { lists: { at: string; shown: number; total: number }[]; narrow: string[] }
  const shown = (body['disks'] as { rows: unknown[] }).rows.length
  assert.deepEqual(cut.lists, [{ at: 'disks', shown, total: 2000 }])
  assert.deepEqual(cut.narrow, ['threshold', 'host', 'detail: full'])
  assert.ok(shown > 400)
  const full = seal([readOf(instance('web-1', { disks: rows, total: 2000 }))], { detail: 'full' })
  assert.ok(full.answer.text.length > 24_000 && full.answer.text.length <= 45_000)
})

test('the account of sources stays within a fifth of the answer and 4 KB', () => {
  const value = { disks: Array.from({ length: 30 }, (_, n) => ({ mount: `/m${n}`, size: n })) }
  const hosts = Array.from({ length: 200 }, (_, n) =>
    instance(`host-${n}`, n % 3 === 0 ? undefined : value, n % 3 === 0 ? TIMED_OUT : {}),
  )
  const { answer, body } = seal([readOf(...hosts)])
  const bytes = Buffer.byteLength(JSON.stringify(body['_sources']))
  assert.ok(bytes <= 4096, `${bytes} bytes`)
  assert.ok(bytes <= Buffer.byteLength(answer.text) / 5)
  assert.ok(answer.text.length <= 24_000)
  assert.equal((body['_sources'] as { total: number }).total, 200)
})

test('hidden characters of a value do not reach the text', () => {
  const { answer } = seal([readOf(instance('web-1', { disks: [{ mount: '/\u202etxt\u200b.exe\u0007' }] }))])
  assert.match(answer.text, /"\/txt\.exe"/)
})

test('very long arguments are shortened in what is repeated', () => {
  const { answer, body } = seal([readOf(instance('web-1', {}))], {
    asked: { match: Array(500).fill('x'.repeat(200)) },
  })
  assert.ok(answer.text.length < 24_000)
  assert.match(String((body['asked'] as Record<string, unknown>)['match']), /characters\]$/)
})

test('only what this room sealed counts as an answer', () => {
  const { answer } = seal([readOf(instance('web-1', {}))])
  assert.equal(isSealedAnswer(answer), true)
  assert.equal(isSealedAnswer({ ...answer }), false)
})

test('no other room of the control plane touches the sealing functions', () => {
  const root = join(import.meta.dirname, '..')
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
  assert.ok(files.length > 10)
  const users = files
    .filter((file) =>
      /\b(?:sealEnvelope|sealNoInfrastructure|issueAnswer)\b/.test(readFileSync(file, 'utf8')),
    )
    .map((file) => relative(root, file))
    .filter((file) => !file.startsWith('answers'))
  assert.deepEqual(users, [])
})
