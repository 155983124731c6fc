import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameToType, toTimeLeft, whyNotApprove } from './approvals/words.ts'
import { findOpenIntents, NO_FILTER, toPath } from './audit/words.ts'
import { toSafeUrl, toSeen } from './investigations/words.ts'
import { describeEntry, isSame, keyOfEntry, toStart, toSummary } from './policy/words.ts'

const part = (args: Readonly<Record<string, unknown>>) => ({
  operation: 'k8s.workloads.restart',
  arguments: args,
  agent: 'prod-eu',
  instance: 'kubernetes',
  tier: 'high_risk' as const,
})

test('who asks may approve neither what reaches people nor what restarts, whatever their role', () => {
  assert.match(whyNotApprove({ own: true, tier: 'send' }, true) ?? '', /who asks may not approve/)
  assert.match(whyNotApprove({ own: true, tier: 'high_risk' }, true) ?? '', /who asks may not approve/)
  assert.equal(whyNotApprove({ own: true, tier: 'protected_read' }, true), null)
  assert.equal(whyNotApprove({ own: false, tier: 'send' }, true), null)
  assert.match(whyNotApprove({ own: false, tier: 'read' }, false) ?? '', /Only an approver or an admin/)
})

test('high_risk takes the typed name of its object, or of the tool where it names none', () => {
  const tool = 'k8s_workloads_restart'
  assert.equal(nameToType({ tier: 'high_risk', tool, asks: [part({ name: 'checkout' })] }), 'checkout')
  assert.equal(nameToType({ tier: 'high_risk', tool, asks: [part({ name: 7 })] }), tool)
  assert.equal(nameToType({ tier: 'send', tool, asks: [part({ name: 'checkout' })] }), null)
})

test('the time that is left is never told longer than it is', () => {
  assert.equal(toTimeLeft('2030-01-15T12:02:59Z', Date.UTC(2030, 0, 15, 12)), '2 minutes left')
  assert.equal(toTimeLeft('2030-01-15T12:00:59Z', Date.UTC(2030, 0, 15, 12)), 'less than a minute left')
  assert.equal(toTimeLeft('2030-01-15T12:00:00Z', Date.UTC(2030, 0, 15, 12)), 'its time is over')
  assert.equal(toTimeLeft('soon', 0), 'unknown')
})

test('only http and https without credentials become links', () => {
  assert.equal(toSafeUrl('https://example.org/a'), 'https://example.org/a')
  for (const text of [
    'javascript:alert(1)',
    ' javascript:x',
    'data:text/html,x',
    '//host',
    'https://a:b@c/',
    '',
  ])
    assert.equal(toSafeUrl(text), null, text)
})

test('a call that failed, or whose visibility nobody knows, is never drawn as one that saw something', () => {
  assert.equal(toSeen({ visibility: 'full' }).tone, 'good')
  assert.equal(toSeen({ visibility: 'full', error: 'timeout' }).tone, 'bad')
  assert.equal(
    toSeen({ visibility: 'none', error: 'cannot_ask' }).text,
    'none: nothing was seen (cannot_ask)',
  )
  assert.deepEqual(toSeen({ visibility: null }), { tone: 'bad', text: 'unknown' })
})

test('rules that say the same are the same, and an editor begins with the draft, then with what is applied', () => {
  const rule = { id: 'r1', deny: 'k8s.pods.list', namespace: 'shop' }
  assert.equal(keyOfEntry(rule), keyOfEntry({ namespace: 'shop', deny: 'k8s.pods.list' }))
  assert.equal(describeEntry(rule), 'k8s.pods.list, namespace shop')
  assert.deepEqual(toStart({ draft: null, applied: null }), { rules: [], assertions: [] })
  assert.equal(isSame({ rules: [rule], assertions: [] }, null), false)
  assert.equal(isSame({ rules: [], assertions: [] }, null), true)
})

test('what is not known of an effect stands in its summary', () => {
  const change = {
    agent: 'a',
    name: 'a',
    status: 'connected',
    instance: 'i',
    operation: 'o',
    rule: 'r',
  } as const
  const effect = {
    disappears: [change, { ...change, operation: 'p' }],
    returns: [],
    narrowed: [],
    tools: { disappear: [], return: [] },
    not_known: [{ agent: 'b', name: 'b' }],
  }
  assert.equal(
    toSummary({ effect }),
    '2 operations disappear at 1 agents, 0 are narrowed, 0 come back, what would go at 1 more agents is not known.',
  )
})

test('an intent that no row closes is found, and a time that is no time is left for the server to refuse', () => {
  const row = (seq: number, kind: 'intent' | 'outcome', intent?: string) => ({
    organisation: 'acme',
    principal: null,
    action: 'x',
    writer: 'w',
    seq,
    at: '2030-01-15T12:00:00Z',
    kind,
    prev: '',
    hash: '',
    ...(intent === undefined ? {} : { intent }),
  })
  assert.deepEqual(
    [...findOpenIntents([row(3, 'outcome', 'w/1'), row(2, 'intent'), row(1, 'intent')])],
    ['w/2'],
  )
  assert.equal(toPath({ ...NO_FILTER, from: 'never' }), '/api/v1/audit?from=never&limit=500')
})
