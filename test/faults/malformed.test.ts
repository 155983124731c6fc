import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTaken, runMalformed, toSound } from '@vedette/control-plane/bus/testing'
import { createRandom } from './lab/random.ts'

const MESSAGES = 20_000

test('of 20,000 malformed messages of agents none crashes, none is taken, and no prototype changes', (t) => {
  // What nothing is wrong with is taken, or the rest proves nothing.
  for (const kind of ['beat', 'report', 'reply'] as const)
    assert.equal(isTaken(kind, toSound(kind)), true, kind)
  const complaints: string[] = []
  const random = createRandom(19)
  const counted = runMalformed({ messages: MESSAGES, random, onWrong: (line) => complaints.push(line) })
  assert.deepEqual(complaints.slice(0, 3), [])
  t.diagnostic(JSON.stringify(Object.fromEntries(counted)))
  assert.equal(counted.size, 7)
  assert.equal(
    [...counted.values()].reduce((sum, n) => sum + n, 0),
    MESSAGES,
  )
})
