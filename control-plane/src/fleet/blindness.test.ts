import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Blindness, type BlindnessInput, reduceBlindness, SEEING } from './blindness.ts'

type Step = readonly [number, BlindnessInput]

function run(steps: readonly Step[], from: Blindness = SEEING): Blindness {
  return steps.reduce((state, [mono, input]) => reduceBlindness(state, input, { mono, tick_ms: 1_000 }), from)
}

const vanished = (agent: string): BlindnessInput => ({ kind: 'vanished', agent })
const heard = (agent: string): BlindnessInput => ({ kind: 'heard', agent })
const SWEEP: BlindnessInput = { kind: 'sweep' }
const isBlind = (steps: readonly Step[]) => run(steps).since !== null

test('two agents that vanish within one tick make us blind, two far apart and one twice do not', () => {
  assert.equal(
    isBlind([
      [0, vanished('a')],
      [1_000, vanished('b')],
    ]),
    true,
  )
  assert.equal(
    isBlind([
      [0, vanished('a')],
      [1_001, vanished('b')],
    ]),
    false,
  )
  assert.equal(
    isBlind([
      [0, vanished('a')],
      [100, vanished('a')],
    ]),
    false,
  )
})

test('an agent that came back in between does not count', () => {
  assert.equal(
    isBlind([
      [0, vanished('a')],
      [10, heard('a')],
      [20, vanished('b')],
    ]),
    false,
  )
})

test('sight returns when all but one are back', () => {
  const three: Step[] = [
    [0, vanished('a')],
    [1, vanished('b')],
    [2, vanished('c')],
  ]
  assert.equal(isBlind([...three, [10, heard('a')]]), true)
  assert.equal(isBlind([...three, [10, heard('a')], [11, heard('b')]]), false)
})

test('another voice proves the ears only after an offline period; without any voice we stay blind', () => {
  const two: Step[] = [
    [0, vanished('a')],
    [1, vanished('b')],
  ]
  assert.equal(isBlind([...two, [10, heard('c')], [3_001, SWEEP]]), true)
  assert.equal(isBlind([...two, [10, heard('c')], [3_002, SWEEP]]), false)
  assert.equal(isBlind([...two, [60_000, SWEEP]]), true)
})

test('one more that vanishes while we are blind starts the wait anew', () => {
  const two: Step[] = [
    [0, vanished('a')],
    [1, vanished('b')],
    [10, heard('c')],
  ]
  assert.equal(isBlind([...two, [2_000, vanished('d')], [3_002, SWEEP]]), true)
})

test('a lost link is blindness until somebody is heard, or an offline period has passed', () => {
  const lost: Step[] = [[0, { kind: 'link_lost' }]]
  assert.equal(isBlind(lost), true)
  assert.equal(isBlind([...lost, [100, heard('a')]]), false)
  assert.equal(isBlind([...lost, [3_000, SWEEP]]), true)
  assert.equal(isBlind([...lost, [3_001, SWEEP]]), false)
})
