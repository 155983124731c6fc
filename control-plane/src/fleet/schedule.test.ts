import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { reduceAgent } from './reduce.ts'
import type { AgentMessage, AgentState } from './state.ts'
import { at, beat, enrolled, report, TICK_MS, WALL } from './testing/messages.ts'

// What a bad network does to one message: loses it, sends it twice, or holds it back by some places.
type Fate = Readonly<{
  lost: boolean
  twice: boolean
  delay: number
  says: 'beat' | 'report'
  changes: boolean
}>

const fate: fc.Arbitrary<Fate> = fc.record({
  lost: fc.boolean(),
  twice: fc.boolean(),
  delay: fc.nat(4),
  says: fc.constantFrom('beat', 'report'),
  changes: fc.boolean(),
})

// Where each message arrives, in the order of arrival.
function deliver(
  messages: readonly Readonly<{ message: AgentMessage; fate: Fate }>[],
): readonly AgentMessage[] {
  return messages
    .flatMap(({ message, fate }, index) => {
      if (fate.lost) return []
      const once = { message, place: index + fate.delay }
      return fate.twice ? [once, { message, place: index + fate.delay + 2 }] : [once]
    })
    .sort((a, b) => a.place - b.place)
    .map(({ message }) => message)
}

test('after any schedule of loss, doubling and reorder two calm ticks bring the true state', () => {
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 40 }), (fates) => {
      let sequence = 0
      let version = 1
      const say = (says: Fate['says'], issued_at: number | null) => {
        sequence += 1
        const facts = { sequence, digest: `d${version}`, issued_at }
        return says === 'beat' ? beat(facts) : report(facts)
      }
      const sent = fates.map((one) => {
        if (one.changes) version += 1
        return { message: say(one.says, 0), fate: one }
      })
      let state: AgentState = enrolled()
      let mono = 0
      let asked = false
      const hear = (message: AgentMessage) => {
        const reduced = reduceAgent(state, message, at(mono))
        state = reduced.state
        asked = reduced.actions.some((action) => action.kind === 'ask_report')
      }
      for (const message of deliver(sent)) {
        mono += 20
        hear(message)
      }
      for (let calm = 0; calm < 2; calm += 1) {
        mono += TICK_MS
        hear(say('beat', mono - 1))
        if (asked) hear(say('report', mono - 1))
      }
      assert.equal(state.status, 'connected')
      assert.equal(state.process?.sequence, sequence)
      assert.equal(state.process?.report?.digest, `d${version}`)
    }),
    { numRuns: 500 },
  )
})

test('what was taken never goes back, whatever the schedule', () => {
  fc.assert(
    fc.property(fc.array(fate, { maxLength: 40 }), (fates) => {
      const sent = fates.map((one, index) => ({
        message: (one.says === 'beat' ? beat : report)({
          sequence: index + 1,
          issued_at: 0,
          digest: `d${index}`,
        }),
        fate: one,
      }))
      let state = enrolled()
      let highest = 0
      for (const message of deliver(sent)) {
        const sequence =
          message.kind === 'beat'
            ? message.beat.sequence
            : message.kind === 'report'
              ? message.report.sequence
              : 0
        const reduced = reduceAgent(state, message, at(10))
        assert.equal(reduced.dropped === 'replayed', sequence <= highest)
        highest = Math.max(highest, sequence)
        state = reduced.state
        assert.equal(state.process?.sequence, highest)
      }
    }),
    { numRuns: 300 },
  )
})

test('an old and a new process of one identity end with the new one and no dispute, however they interleave', () => {
  const step = fc.record({ who: fc.constantFrom('old', 'new'), says: fc.constantFrom('beat', 'report') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state = enrolled()
      let mono = 0
      const sequences = { old: 0, new: 0 }
      const stopped = new Set<string>()
      const started = { old: WALL - 9_000, new: WALL - 10 }
      const hear = (who: 'old' | 'new', says: 'beat' | 'report') => {
        mono += 50
        if (stopped.has(who)) return
        sequences[who] += 1
        const facts = {
          sequence: sequences[who],
          incarnation: who,
          issued_at: mono - 1,
          started_at: started[who],
          sent_at: WALL + mono,
        }
        const reduced = reduceAgent(state, (says === 'beat' ? beat : report)(facts), at(mono))
        state = reduced.state
        for (const action of reduced.actions) if (action.kind === 'stop') stopped.add(action.incarnation)
      }
      for (const { who, says } of steps) hear(who, says)
      hear('old', 'report')
      hear('new', 'report')
      hear('new', 'beat')
      assert.equal(state.process?.incarnation, 'new')
      assert.equal(state.status, 'connected')
      assert.equal(stopped.has('new'), false)
    }),
    { numRuns: 500 },
  )
})
