import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/proto/clock'
import { beatSchema, reportSchema } from '@vedette/proto/wire'
import fc from 'fast-check'
import { createAdmission } from './admission.ts'
import { createIntake } from './intake.ts'
import { createPending } from './pending.ts'
import type { BusMessage, CallRequest, CallResult } from './types.ts'

const RUNS = 2_500
const BEAT = {
  type: 'vedette.v1.beat',
  agent: 'ag_1',
  incarnation: 'inc',
  identity: { kind: 'host', id: 'm' },
  sequence: 1,
  pings: { r1: 'n1' },
  digest: 'd',
  sent_at: 1,
}
const REPORT = {
  type: 'vedette.v1.report',
  agent: 'ag_1',
  incarnation: 'inc',
  started_at: 1,
  sequence: 1,
  identity: { kind: 'host', id: 'm' },
  name: 'web',
  version: '1',
  labels: {},
  sent_at: 1,
  connectors: [],
  policy: {
    status: 'APPLIED',
    local_hash: '',
    remote_version: 0,
    remote_hash: '',
    effective_hash: '',
    rules: [],
  },
  digest: 'd',
}
const REPLY = {
  type: 'vedette.v1.reply',
  call: 'c1',
  agent: 'ag_1',
  incarnation: 'inc',
  operation: 'host.info',
  took_ms: 1,
  sent_at: 1,
  outcome: 'answered',
  parts: [{ scope: {}, state: 'read', items: 1, as_of: '2030-01-01T00:00:00Z' }],
  body_bytes: 0,
  body_sha256: '',
  chunks: 0,
}

// Rubbish of every kind: other types, huge and hostile keys, texts cut or spoilt, raw bytes.
const hostile = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    null,
    -1,
    1e308,
    'x'.repeat(600),
    [],
    [[[[[[[]]]]]]],
    { __proto__: null },
    { constructor: { prototype: {} } },
  ),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'a'), fc.jsonValue()),
)

function spoilt(base: Record<string, unknown>): fc.Arbitrary<Uint8Array> {
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(base), '__proto__', 'extra'), hostile)
    .map(([key, value]) => Buffer.from(JSON.stringify({ ...base, [key]: value })))
  const cut = fc.tuple(fc.nat(400), fc.nat(5), fc.string({ maxLength: 4 })).map(([at, drop, text]) => {
    const whole = JSON.stringify(base)
    return Buffer.from(whole.slice(0, at) + text + whole.slice(at + drop))
  })
  const polluted = fc
    .constantFrom('{"__proto__":{"polluted":1},', '{"constructor":{"prototype":{"polluted":1}},')
    .map((head) => Buffer.from(head + JSON.stringify(base).slice(1)))
  return fc.oneof(changed, cut, polluted, fc.uint8Array({ maxLength: 300 }))
}

test('no message crashes the intake, and what it lets through is what the schemas accept', () => {
  const clock = createFakeClock()
  fc.assert(
    fc.property(fc.constantFrom('beat', 'report'), fc.boolean(), fc.gen(), (kind, warm, gen) => {
      const heard: BusMessage[] = []
      // A new intake each time: nobody sits in quarantine.
      const intake = createIntake({
        replica: 'r1',
        clock,
        log: { info: () => {}, warn: () => {} },
        emit: (message) => heard.push(message),
      })
      if (warm) intake.beat('acme', 'v1.agent.ag_1.beat', Buffer.from(JSON.stringify(BEAT)))
      heard.length = 0
      const bytes = gen(spoilt, kind === 'beat' ? BEAT : REPORT)
      intake[kind]('acme', `v1.agent.ag_1.${kind}`, bytes)
      const { malformed } = intake.stats()
      assert.equal(heard.length + malformed, 1)
      for (const message of heard) {
        if (message.kind === 'beat') assert.deepEqual(beatSchema.parse(message.beat), message.beat)
        if (message.kind === 'report') assert.equal(reportSchema.safeParse(message.report).success, true)
      }
      assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
    }),
    { numRuns: RUNS },
  )
})

test('no reply crashes a call, and a spoilt one never gives a value', () => {
  const request: CallRequest = {
    organisation: 'acme',
    agent: 'ag_1',
    incarnation: 'inc',
    operation: 'host.info',
    contract: 1,
    instance: 'host',
    arguments: {},
    tier: 'read',
    principal: 'tok',
    policy_hash: '',
    budget_ms: 1,
    signal: new AbortController().signal,
  }
  fc.assert(
    fc.property(
      spoilt(REPLY),
      fc.array(fc.tuple(fc.nat(6), fc.uint8Array({ maxLength: 40 })), { maxLength: 4 }),
      (head, chunks) => {
        const results: CallResult[] = []
        const admission = createAdmission()
        const pending = createPending({
          request,
          call: 'c1',
          admission,
          acknowledge: () => {},
          settle: (result) => results.push(result),
        })
        pending.take(0, head)
        for (const [index, bytes] of chunks) if (results.length === 0) pending.take(index, bytes)
        for (const result of results) if (result.kind === 'answered') assert.equal(result.body, undefined)
        pending.release()
        assert.equal(admission.used(), 0)
        assert.equal(Object.hasOwn(Object.prototype, 'polluted'), false)
      },
    ),
    { numRuns: RUNS },
  )
})
