import assert from 'node:assert/strict'
import type { Connector } from '@vedette/proto/connector'
import type { State } from '@vedette/proto/visibility'
import { STATES } from '@vedette/proto/visibility'
import type { Fault } from './faults.ts'
import type { Fixture } from './fixtures.ts'
import { findServed, type Outcome } from './run.ts'

// The word that each failure of the vendor must become when nothing was read.
export const BLIND: Readonly<Record<Exclude<Fault, 'echo' | 'drip' | 'http_503'> | 'refused', State>> =
  Object.freeze({
    http_401: 'unauthorized',
    http_403: 'forbidden',
    http_429: 'throttled',
    http_500: 'upstream_failed',
    redirect: 'unusable',
    html: 'unusable',
    truncated_json: 'unusable',
    empty_body: 'unusable',
    oversized: 'unusable',
    gzip_bomb: 'unusable',
    reset: 'upstream_failed',
    refused: 'upstream_failed',
    silence: 'timed_out',
  })

// Asserts that a fixture came out as its expected.json says; `baseUrl` reads as http://vendor.test in it.
export function assertExpected(
  outcome: Outcome,
  facts: Readonly<{ connector: Connector; fixture: Fixture; baseUrl: string }>,
): void {
  const { connector, fixture, baseUrl } = facts
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(baseUrl, 'http://vendor.test'))
  if (outcome.kind !== 'reading') {
    assert.deepEqual(plain(describeOutcome(outcome)), fixture.expected)
    return
  }
  const { value, parts, ...extras } = outcome.reading
  const parsed = findServed(connector, fixture).operation.output.parse(value)
  assert.deepEqual(plain({ value: parsed, parts, ...extras }), fixture.expected)
}

function describeOutcome(outcome: Exclude<Outcome, { kind: 'reading' }>): unknown {
  switch (outcome.kind) {
    case 'probe':
      return { probe: outcome.result }
    case 'source_error':
      return { error: { state: outcome.error.state, ...outcome.error.carried } }
    case 'argument_error':
      return { argument_error: { code: outcome.error.code, field: outcome.error.field } }
  }
}

// Asserts that nothing was read and that every word is the expected one; an empty list is not blindness.
export function assertBlind(outcome: Outcome, state: State): void {
  if (outcome.kind === 'source_error') {
    assert.equal(outcome.error.state, state)
    return
  }
  assert.equal(outcome.kind, 'reading', `a SourceError or a reading was expected, not ${outcome.kind}`)
  const words = outcome.kind === 'reading' ? outcome.reading.parts.map((part) => part.state) : []
  assert.deepEqual([...new Set(words)], [state])
  assert.notEqual(STATES[state].class, 'read')
}

// Asserts that an answer with a page missing does not look whole.
export function assertNotWhole(outcome: Outcome): void {
  if (outcome.kind === 'source_error') return
  assert.equal(outcome.kind, 'reading')
  const words = outcome.kind === 'reading' ? outcome.reading.parts.map((part) => part.state) : []
  assert.ok(
    words.some((word) => STATES[word].effects.includes('P')),
    `a request failed and yet every part says ${words.join()}`,
  )
}

// Asserts that a probe that failed with `state` says so.
export function assertSick(outcome: Outcome, state: State): void {
  assert.equal(outcome.kind, 'probe', 'the probe must return a result, see probeWith')
  const result = outcome.kind === 'probe' ? outcome.result : undefined
  assert.equal(result?.health, state === 'throttled' ? 'degraded' : 'down')
  assert.equal(result?.code, state)
  assert.deepEqual(result?.scopes, [], 'a probe that saw nothing proves no scope')
}
