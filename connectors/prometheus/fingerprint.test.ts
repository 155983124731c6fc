import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprint, hashTexts } from './fingerprint.ts'

test('a label set has the fingerprint that Alertmanager gave it', () => {
  const labels = { severity: 'critical', job: 'dead', instance: '127.0.0.1:19101', alertname: 'TargetDown' }
  assert.equal(fingerprint(labels), 'e3b1b7c177183bf8')
})

test('texts are kept apart', () => {
  assert.notEqual(hashTexts(['ab', 'c']), hashTexts(['a', 'bc']))
  assert.equal(hashTexts([]), 'cbf29ce484222325')
})
