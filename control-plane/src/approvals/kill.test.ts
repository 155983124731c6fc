import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runKill } from './testing/kill.ts'

const KILLS = 20

test('a control plane killed between approval and effect leaves no second effect and none without a row', async () => {
  const seen = new Set<string>()
  for (let point = 0; point < KILLS; point += 1) {
    const { state, effects, intents, outcomes } = await runKill(point)
    assert.ok(effects <= 1, `kill ${point}: ${effects} effects`)
    assert.ok(effects <= intents, `kill ${point}: an effect without an intent`)
    if (intents === 1 && outcomes === 0) assert.equal(state, 'outcome_unknown', `kill ${point}`)
    seen.add(`${state} ${effects}`)
  }
  // Kills before the effect and after it, or the test proves nothing.
  assert.ok(seen.has('outcome_unknown 1'), [...seen].join('; '))
  assert.ok(
    [...seen].some((word) => word.endsWith(' 0')),
    [...seen].join('; '),
  )
})
