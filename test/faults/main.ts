import { parseArgs } from 'node:util'
import { runTrials, toComplaint } from './lab/run.ts'
import { printTally } from './lab/table.ts'

const { values } = parseArgs({
  options: {
    trials: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(values.seed)
say(`seed ${seed}`)
const tally = await runTrials({
  seed,
  trials: Number(values.trials),
  ...(values.only === undefined ? {} : { only: Number(values.only) }),
  onTrial(trial, number) {
    if (trial.judgement.wrong.length > 0) say(toComplaint(trial, number))
    if (values.only === undefined) return
    say(JSON.stringify(trial.world.agents, null, 1))
    say(
      trial.performance.result.kind === 'answer'
        ? trial.performance.result.text
        : JSON.stringify(trial.performance.result),
    )
  },
})
say(printTally(tally))
process.exitCode = tally.wrong === 0 ? 0 : 1
