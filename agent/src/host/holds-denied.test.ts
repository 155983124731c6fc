import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holdsDenied } from './holds-denied.ts'

const without = { has: (name: string) => name === 'payments' }
const holds = (value: unknown, scope: Record<string, string> = {}) =>
  holdsDenied({ value, parts: [{ scope, state: 'read' }] }, without)

test('a row of a namespace that was to be left out is found at any depth', () => {
  assert.equal(holds({ pods: [{ namespace: 'web' }, { namespace: 'payments' }] }), true)
  assert.equal(holds({ images: [{ namespaces: ['web', 'payments'] }] }), true)
  assert.equal(holds({ objects: [{ metadata: { namespace: 'payments' } }] }), true)
  assert.equal(holds({ pods: [] }, { namespace: 'payments' }), true)
})

test('other rows, and labels that people chose, hold nothing', () => {
  assert.equal(holds({ pods: [{ namespace: 'web', name: 'payments' }] }), false)
  assert.equal(holds({ pods: [{ namespace: 'web', labels: { namespace: 'payments' } }] }), false)
  assert.equal(holds({ pods: [{ namespace: null }] }, { cluster: 'payments' }), false)
})
