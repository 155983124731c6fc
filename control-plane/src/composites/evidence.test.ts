import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alertsActiveList } from '@vedette/proto/operations'
import { type Source, seen } from '@vedette/proto/visibility'
import type { InstanceRead, ReadRequest } from '../dispatch/types.ts'
import { createEvidence, scopeSeen } from './evidence.ts'

const BASE = { operation: alertsActiveList.id, connector: 'prometheus', role: 'grading' } as const

function part(scope: Readonly<Record<string, string>>, isRead = true): Source {
  return isRead
    ? { ...BASE, scope, state: 'read', items: 1, as_of: '2030-01-15T12:00:00Z' }
    : { ...BASE, scope, state: 'forbidden' }
}

function citing(sources: readonly Source[]) {
  const evidence = createEvidence()
  const request = {
    operation: alertsActiveList,
    role: 'grading',
    arguments: {},
    routing: {},
  } as unknown as ReadRequest // the catalogue's view forgets the exact schemas
  const instance: InstanceRead = {
    ...{ agent: 'ag_1', agent_name: 'hub', instance: 'prometheus', connector: 'prometheus' },
    outcome: seen({}, sources),
    meta: null,
  }
  return {
    id: evidence.cite(request, instance),
    again: evidence.cite(request, instance),
    rows: evidence.rows(),
  }
}

test('a finding cites the half that was read, whichever comes first', () => {
  const rules = part({ server: 'rules' })
  const manager = part({ server: 'alertmanager' }, false)
  for (const sources of [
    [manager, rules],
    [rules, manager],
  ])
    assert.deepEqual(citing(sources).rows['e1']?.scope, { server: 'rules' })
})

test('what several halves showed is cited by what they have in common, and by no half alone', () => {
  const both = [part({ cluster: 'eu-1', namespace: 'pay' }), part({ cluster: 'eu-1', namespace: 'shop' })]
  assert.deepEqual(citing(both).rows['e1']?.scope, { cluster: 'eu-1' })
  assert.deepEqual(scopeSeen([part({ project: 'a' }), part({ project: 'b' })]), {})
  assert.deepEqual(scopeSeen([part({ cluster: 'eu-1' }, false)]), {})
})

test('what is cited twice stands once', () => {
  const { id, again, rows } = citing([part({ cluster: 'eu-1' })])
  assert.deepEqual([id, again, Object.keys(rows)], ['e1', 'e1', ['e1']])
})
