import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from '@vedette/proto/visibility'
import { createInlineEngine } from './engine.ts'
import { openRedacted, type Redacted } from './redacted.ts'
import { createRedactor } from './redactor.ts'

const AS_OF = '2030-01-01T00:00:00Z'
const READ: Part = { scope: { host: 'h' }, state: 'read', items: 3, as_of: AS_OF }

test('an answer is redacted in its body, warnings, query and parts', async () => {
  const redactor = createRedactor(createInlineEngine())
  const safe = openRedacted(
    await redactor.redactAnswer({
      parts: [READ, { scope: { server: 'amqp://u:p@mq/' }, state: 'upstream_failed', errno: 'ECONNREFUSED' }],
      value: { rows: [{ password: 'hunter2' }] },
      warnings: ['token=abc was\u202e used'],
      query: 'up',
    }),
  )
  assert.equal(safe.body, '{"rows":[{"password":"<secret:password>"}]}')
  assert.deepEqual(safe.warnings, ['token=<secret:token> was used'])
  assert.equal(safe.parts[1]?.scope.server, 'amqp://<secret:url_userinfo>@mq/')
  assert.equal(safe.query, 'up')
  assert.deepEqual(safe.redacted, { url_userinfo: 1, token: 1, password: 1 })
})

test('an answer of which nothing was read has no body, whatever the value', async () => {
  const redactor = createRedactor(createInlineEngine())
  const safe = openRedacted(
    await redactor.redactAnswer({ parts: [{ scope: {}, state: 'forbidden' }], value: { rows: [1] } }),
  )
  assert.equal(safe.body, null)
})

test('when redaction fails nothing is sent', async () => {
  const redactor = createRedactor(async () => {
    throw new Error('boom with hunter2')
  })
  const safe = openRedacted(await redactor.redactAnswer({ parts: [READ], value: { secret: 'hunter2' } }))
  assert.deepEqual(safe.parts, [{ scope: {}, state: 'unusable', why: 'redaction_failed' }])
  assert.equal(safe.body, null)
  const refusal = openRedacted(
    await redactor.redactRefusal({ code: 'not_found', field: 'x', message: 'hunter2', fix: 'y' }),
  )
  assert.equal(JSON.stringify(refusal).includes('hunter2'), false)
  await assert.rejects(redactor.redactMessage({ a: 1 }))
})

test('an answer over the cap is cut between items after redaction and says so', async () => {
  const redactor = createRedactor(createInlineEngine(), 200)
  const rows = Array.from({ length: 50 }, (_, at) => ({ at, password: 'hunter2' }))
  const safe = openRedacted(
    await redactor.redactAnswer({
      parts: [{ ...READ, items: 50, total: 900, cursor: 'c' }],
      value: { rows, n: 1 },
    }),
  )
  const body = JSON.parse(safe.body ?? '')
  assert.ok((safe.body ?? '').length <= 200)
  assert.equal(body.n, 1)
  assert.deepEqual(body.rows.at(-1), { at: body.rows.length - 1, password: '<secret:password>' })
  assert.deepEqual(safe.parts, [
    { scope: { host: 'h' }, state: 'truncated', cap: 'bytes', at_least: 50, as_of: AS_OF },
  ])
})

test('an answer that cannot be cut between items is withheld', async () => {
  const redactor = createRedactor(createInlineEngine(), 100)
  for (const value of [{ text: 'x'.repeat(200) }, { rows: ['x'.repeat(200)] }]) {
    const safe = openRedacted(await redactor.redactAnswer({ parts: [READ], value }))
    assert.deepEqual(safe.parts, [{ scope: {}, state: 'unusable', why: 'too_large' }])
    assert.equal(safe.body, null)
  }
})

test('texts longer than the protocol takes are cut after redaction, and what cannot be cut is left out', async () => {
  const redactor = createRedactor(createInlineEngine())
  const long = 'w'.repeat(600)
  const safe = openRedacted(
    await redactor.redactAnswer({
      parts: [
        { scope: { ns: 'n'.repeat(600) }, state: 'forbidden', missing: 'm'.repeat(2000) },
        { ...READ, cursor: 'c'.repeat(3000), total: 90 },
      ],
      value: {},
      // The cut would fall inside the secret.
      warnings: [`${'w'.repeat(500)} password=hunter2-hunter2`, ...Array.from({ length: 30 }, () => long)],
      query: 'q'.repeat(9000),
      url: `https://vendor/${'u'.repeat(3000)}`,
      dialect: 'promql',
    }),
  )
  assert.deepEqual(safe.parts, [
    { scope: { ns: 'n'.repeat(512) }, state: 'forbidden', missing: 'm'.repeat(1024) },
    { scope: { host: 'h' }, state: 'truncated', cap: 'page', at_least: 3, as_of: AS_OF, total: 90 },
  ])
  assert.equal(safe.warnings?.length, 20)
  assert.equal(safe.warnings?.[0], `${'w'.repeat(500)} password=<s`)
  assert.deepEqual([safe.query?.length, safe.url, safe.dialect], [8192, undefined, 'promql'])
})

test('only what the redactor made can be opened for sending', () => {
  // @ts-expect-error an object of the same shape is not a redacted one
  const forged: Redacted<{ secret: string }> = { value: { secret: 'hunter2' } }
  assert.throws(() => openRedacted(forged), TypeError)
})
