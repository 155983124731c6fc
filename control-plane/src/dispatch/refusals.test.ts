import assert from 'node:assert/strict'
import { test } from 'node:test'
import { k8sRolloutsHistory } from '@vedette/proto/operations'
import { type Role, unseen } from '@vedette/proto/visibility'
import { settleRefusals } from './refusals.ts'
import type { InstanceRead, ReadRequest } from './types.ts'

function settle(role: Role, code: 'not_found' | 'invalid_argument') {
  const request: ReadRequest = { operation: k8sRolloutsHistory, role, arguments: {}, routing: {} }
  const source = { operation: request.operation.id, connector: 'kubernetes', role, scope: {} }
  const read: InstanceRead = {
    agent: 'id-a',
    agent_name: 'a',
    instance: 'kubernetes',
    connector: 'kubernetes',
    outcome: unseen([{ ...source, state: 'unusable', why: 'internal' }]),
    meta: null,
  }
  const refusal = { code, field: 'name', message: 'no such workload', fix: 'name another' }
  const [settled] = settleRefusals([{ read, refusal }], { request, others: [] })
  return settled?.outcome.sources[0]?.state
}

test('an object that is not there leaves no gap where it only adds detail', () => {
  assert.equal(settle('enriching', 'not_found'), 'not_needed')
})

test('what a verdict stands on is never spared by a refusal, nor is a wrong question of our own', () => {
  assert.equal(settle('grading', 'not_found'), 'unusable')
  assert.equal(settle('grading', 'invalid_argument'), 'unusable')
  assert.equal(settle('enriching', 'invalid_argument'), 'unusable')
})
