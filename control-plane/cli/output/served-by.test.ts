import assert from 'node:assert/strict'
import test from 'node:test'
import { toServedBy, toServedByText } from './served-by.ts'

const CONNECTORS = [
  { id: 'tempo', title: 'Tempo', config: {}, operations: ['traces.get'] },
  { id: 'signoz', title: 'SigNoz', config: {}, operations: ['traces.get', 'traces.search'] },
]

test('each operation names the connectors that are able to serve it, and one without any has an empty list', () => {
  const all = new Map(toServedBy(CONNECTORS).map(({ id, served_by }) => [id, served_by]))
  assert.deepEqual(all.get('traces.get'), ['signoz', 'tempo'])
  assert.deepEqual(all.get('traces.search'), ['signoz'])
  assert.deepEqual(all.get('k8s.pods.list'), [])
})

test('one family is only that family', () => {
  const ids = toServedBy(CONNECTORS, 'traces').map(({ id }) => id)
  assert.ok(ids.includes('traces.get'))
  assert.ok(
    ids.every((id) => id.startsWith('traces.')),
    ids.join(),
  )
})

test('the text says that no fleet was asked', () => {
  assert.equal(
    toServedByText([
      { id: 'a.list', served_by: ['tempo'] },
      { id: 'b.list', served_by: [] },
    ]),
    [
      'What the connectors of this installation are able to serve; no control plane was asked what a fleet serves.',
      '',
      'OPERATION  CONNECTORS',
      'a.list     tempo',
      'b.list     no connector of this version',
      '',
    ].join('\n'),
  )
})
