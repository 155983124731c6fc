import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findOperation } from '../index.ts'
import { toTypedOperation } from './kinds.ts'

test('a generic read is matched as the typed operation of its kind', () => {
  const rows = [
    ['k8s.resources.get', 'Pod', 'k8s.pods.get'],
    ['k8s.resources.list', 'pod', 'k8s.pods.list'],
    ['k8s.resources.get', 'ConfigMap', 'k8s.configmaps.get'],
    ['k8s.resources.get', 'HorizontalPodAutoscaler', 'k8s.hpas.list'],
    ['k8s.resources.get', 'ControllerRevision', 'k8s.rollouts.history'],
    ['k8s.resources.list', 'NetworkPolicy', 'k8s.network_policies.list'],
    ['k8s.resources.get', 'constructor', undefined],
    ['k8s.resources.list', 'Widget', undefined],
  ] as const
  for (const [generic, kind, typed] of rows) {
    assert.equal(toTypedOperation(generic, kind), typed)
    if (typed !== undefined) assert.ok(findOperation(typed), typed)
  }
})
