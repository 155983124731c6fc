import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from './health-book.ts'
import { findUnanswerable } from './unanswerable.ts'

const NEEDS = ['alerts.get', 'alerts.silences.list']
const finding = (change: Partial<Finding>): Finding => ({
  health: 'degraded',
  scopes: [],
  servers: [],
  ...change,
})
const manager = (change: Partial<Finding['servers'][number]>) => ({
  servers: [
    { name: 'prometheus', health: 'up' as const, needed_by: ['metrics.query'] },
    { name: 'alertmanager', health: 'down' as const, needed_by: NEEDS, ...change },
  ],
})

const words = (found: Finding) =>
  findUnanswerable(found, {}, 5).map(({ operation, state }) => [operation, state])

test('what needs a server that is down is named with that server, its code and since when', () => {
  assert.deepEqual(findUnanswerable(finding(manager({ code: 'upstream_failed' })), {}, 5), [
    {
      operation: NEEDS[0],
      state: 'connector_down',
      code: 'upstream_failed',
      server: 'alertmanager',
      since: 5,
    },
    {
      operation: NEEDS[1],
      state: 'connector_down',
      code: 'upstream_failed',
      server: 'alertmanager',
      since: 5,
    },
  ])
})

test('only what is known to be missing is taken away', () => {
  for (const health of ['up', 'degraded', 'unchecked'] as const)
    assert.deepEqual(words(finding(manager({ health }))), [], health)
  assert.deepEqual(words(finding({ servers: [{ name: 'a', health: 'down' }] })), [])
})

test('a refusal keeps its word, and a server that is down comes before it', () => {
  const refused = [
    { operation: 'alerts.get', missing: 'x' },
    { operation: 'alerts.rules.list', missing: 'list rules' },
    { operation: 'alerts.history.list', state: 'not_served', why: 'no history' } as const,
  ]
  assert.deepEqual(words(finding({ ...manager({}), refused })), [
    ['alerts.get', 'connector_down'],
    ['alerts.history.list', 'not_served'],
    ['alerts.rules.list', 'forbidden'],
    ['alerts.silences.list', 'connector_down'],
  ])
})

test('an instance that is down, or has no credential, says so itself', () => {
  for (const health of ['down', 'not_configured'] as const)
    assert.deepEqual(words(finding({ health, ...manager({}) })), [], health)
})

test('since stands while the word of an operation does, and starts anew with another code', () => {
  const first = finding(manager({ code: 'upstream_failed' }))
  const unanswerable = findUnanswerable(first, {}, 5)
  const sinceOf = (found: Finding) => findUnanswerable(found, { unanswerable }, 9).map((one) => one.since)
  assert.deepEqual(sinceOf(first), [5, 5])
  assert.deepEqual(sinceOf(finding(manager({ code: 'unauthorized' }))), [9, 9])
})
