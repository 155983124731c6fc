import assert from 'node:assert/strict'
import test from 'node:test'
import { toDeploymentGrade, toSeverity } from './severity.ts'

test('a severity is judged by its whole word, and an unknown one is a ticket, never nothing', () => {
  const cases: readonly (readonly [string | null, string])[] = [
    ['critical', 'page'],
    ['P1', 'page'],
    ['warning', 'ticket'],
    ['info', 'info'],
    ['Informational', 'info'],
    ['sev4', 'info'],
    ['5', 'info'],
    [null, 'ticket'],
    ['', 'ticket'],
    ['5xx-critical', 'ticket'],
    ['low-latency-outage', 'ticket'],
    ['4h-page', 'ticket'],
    ['information-loss', 'ticket'],
  ]
  for (const [word, severity] of cases) assert.equal(toSeverity(word), severity, String(word))
})

test('a problem of a deployment that nobody knows is a degradation, whatever an object has by that name', () => {
  const cases = ['rolling_out', 'unavailable', null, 'novel', 'toString', 'constructor', '__proto__'] as const
  assert.deepEqual(cases.map(toDeploymentGrade), ['ok', ...Array.from({ length: 6 }, () => 'degraded')])
})
