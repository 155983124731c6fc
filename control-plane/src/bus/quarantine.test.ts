import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQuarantine, MALFORMED_PER_MINUTE, QUARANTINE_MS } from './quarantine.ts'

test('the eleventh malformed message within a minute ends in a quarantine of a minute', () => {
  const quarantine = createQuarantine()
  for (let n = 0; n < MALFORMED_PER_MINUTE; n += 1) {
    assert.equal(quarantine.record('a', n), false)
    assert.equal(quarantine.holds('a', n), false)
  }
  assert.equal(quarantine.record('a', 100), true)
  assert.equal(quarantine.holds('a', 100 + QUARANTINE_MS - 1), true)
  assert.equal(quarantine.holds('a', 100 + QUARANTINE_MS), false)
  assert.equal(quarantine.holds('b', 100), false)
})

test('ten a minute are borne for ever', () => {
  const quarantine = createQuarantine()
  for (let minute = 0; minute < 5; minute += 1)
    for (let n = 0; n < MALFORMED_PER_MINUTE; n += 1)
      assert.equal(quarantine.record('a', minute * 60_000 + n), false)
})
