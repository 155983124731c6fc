import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPOSITES } from '@vedette/control-plane/composites'
import { runTrials, toComplaint } from './lab/run.ts'

const TRIALS = 500
const LEAST = 2
/** Of 10,000 trials each composite is to have 300. */
const COMPOSITE_SHARE = 0.012

test('500 trials with one to three faults at once give no wrong answer and reach every state word', async (t) => {
  const complaints: string[] = []
  const tally = await runTrials({
    seed: 20_300_115,
    trials: TRIALS,
    onTrial(trial, number) {
      if (trial.judgement.wrong.length > 0) complaints.push(toComplaint(trial, number))
    },
  })
  assert.deepEqual(complaints, [])
  assert.equal(tally.trials, TRIALS)
  assert.equal(tally.overruns, 0)
  const rare = [...tally.words].filter(([, n]) => n < LEAST)
  assert.deepEqual(rare, [], 'words that were hardly reached')
  const unset = [...tally.faults].filter(([, n]) => n === 0)
  assert.deepEqual(unset, [], 'faults that were never set')
  const unasked = COMPOSITES.filter(({ id }) => (tally.tools.get(id) ?? 0) < COMPOSITE_SHARE * TRIALS)
  assert.deepEqual(
    unasked.map(({ id }) => id),
    [],
    'composites that were hardly asked',
  )
  t.diagnostic(`wrong answers: ${tally.wrong} of ${tally.trials}`)
})

test('a trial is the same each time it is played', async () => {
  const texts: string[] = []
  for (let turn = 0; turn < 2; turn += 1)
    await runTrials({
      seed: 5,
      trials: 1,
      only: 3,
      onTrial: ({ performance }) =>
        void texts.push(performance.result.kind === 'answer' ? performance.result.text : ''),
    })
  assert.ok((texts[0] ?? '').length > 100)
  assert.equal(texts[0], texts[1])
})
