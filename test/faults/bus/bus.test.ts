import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTally } from '../lab/table.ts'
import { BUS_FAULTS } from '../lab/world.ts'
import { runBusTrials } from './run.ts'

test('killed servers and agents, partitions and slow vendors give no wrong answer over a real bus', async () => {
  const complaints: string[] = []
  const tally = createTally(BUS_FAULTS)
  await runBusTrials({ seed: 11, trials: 8, tally, onWrong: (complaint) => void complaints.push(complaint) })
  assert.deepEqual(complaints, [])
  assert.equal(tally.overruns, 0)
  assert.equal(tally.trials, 8)
})
