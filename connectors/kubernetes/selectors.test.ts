import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ArgumentError } from '@vedette/proto/connector'
import { checkFieldSelector, checkLabelSelector } from './selectors.ts'

test('label selectors are those of Kubernetes, and nothing else reaches the server', () => {
  const good = [
    'app=web',
    'app==web,tier!=db',
    'app.kubernetes.io/name in (a, b),!canary',
    'env notin (x)',
    'partition',
    'app=',
  ]
  const bad = [
    'app=web;drop',
    'a=b&limit=1',
    'in (a)',
    '=x',
    'a in a',
    'app=w eb',
    'a=b,',
    '(a=b)',
    'a>1',
    'é=1',
  ]
  for (const one of good) assert.equal(checkLabelSelector(one), one)
  for (const one of bad) assert.throws(() => checkLabelSelector(one), ArgumentError, one)
})

test('field selectors name a field and a plain value', () => {
  const good = ['status.phase!=Running', 'spec.nodeName=node-1.eu,metadata.namespace==shop', 'spec.nodeName=']
  const bad = ['status.phase', 'a=b c', 'a in (b)', 'a=b&x=1', '=x']
  for (const one of good) assert.equal(checkFieldSelector(one), one)
  for (const one of bad) assert.throws(() => checkFieldSelector(one), ArgumentError, one)
})
