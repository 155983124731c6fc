import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCrash } from './testing/crash.ts'

const POINTS = 20

test('a crash at any step between approval and effect gives no second effect and none without an audit row', async () => {
  const seen = new Set<string>()
  for (let point = 0; point < POINTS; point += 1) {
    const outcome = await runCrash(point)
    assert.ok(outcome.effects <= 1, `crash ${point}: ${outcome.effects} effects`)
    assert.ok(outcome.effects <= outcome.intents, `crash ${point}: an effect without an intent`)
    if (outcome.effects === 1 && outcome.outcomes === 0)
      assert.equal(outcome.state, 'outcome_unknown', `crash ${point}`)
    seen.add(`${outcome.state} ${outcome.effects} ${outcome.intents} ${outcome.outcomes}`)
  }
  // Every stage of the way was crashed at, or the test proves nothing.
  for (const stage of [
    'approved 0 0 0',
    'outcome_unknown 0 0 0',
    'outcome_unknown 0 1 0',
    'outcome_unknown 1 1 0',
    'done 1 1 1',
  ])
    assert.ok(seen.has(stage), `${stage} was not reached: ${[...seen].join('; ')}`)
})
