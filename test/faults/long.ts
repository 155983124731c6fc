import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runMalformed } from '@vedette/control-plane/bus/testing'
import { COMPOSITES } from '@vedette/control-plane/composites'
import { ROOT } from '@vedette/test/kit'
import { runBusTrials } from './bus/run.ts'
import { runEffectTrials } from './effects.ts'
import { FUZZED, runFuzz } from './fuzz.ts'
import { createRandom } from './lab/random.ts'
import { runTrials, toComplaint } from './lab/run.ts'
import { printTally } from './lab/table.ts'
import { BUS_FAULTS } from './lab/world.ts'

const LEAST = 100
/** Of all trials each composite has at least this share. */
const COMPOSITE_SHARE = 0.03
const BUS_SHARE = 100
// Control planes that stop between an approval and its effect: within the process, and killed for real.
const CRASHES = 1_000
const KILLS = 100
// Messages of agents that no reader may take.
const MALFORMED = 1_000_000

const { values } = parseArgs({
  options: { trials: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
})
const say = (line: string) => process.stdout.write(`${line}\n`)
const seed = Number(values.seed)
const trials = Number(values.trials)
const bus = Math.floor(trials / BUS_SHARE)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
const started = performance.now()
const complaints: string[] = []
const complain = (line: string) => {
  complaints.push(line)
  say(line)
}
const tally = await runTrials({
  seed,
  trials: trials - bus,
  onTrial(trial, number) {
    if (trial.judgement.wrong.length > 0) complain(toComplaint(trial, number))
  },
})
for (const fault of BUS_FAULTS) tally.faults.set(fault, 0)
await runBusTrials({ seed, trials: bus, tally, onWrong: complain })
const stopped = await runEffectTrials({ crashes: CRASHES, kills: KILLS, onWrong: complain })
const fuzzed = await runFuzz({ seed, onWrong: complain })
const refused = runMalformed({ messages: MALFORMED, random: createRandom(seed), onWrong: complain })
const taken = MALFORMED - [...refused.values()].reduce((sum, n) => sum + n, 0)
const rare = [...tally.words].filter(([, n]) => n < LEAST)
for (const [word, n] of rare) say(`the word ${word} was reached ${n} times, ${LEAST} are the least`)
const unasked = COMPOSITES.filter(({ id }) => (tally.tools.get(id) ?? 0) < COMPOSITE_SHARE * trials)
for (const { id } of unasked) say(`${id} was asked ${tally.tools.get(id) ?? 0} times in ${trials} trials`)
const table = printTally(tally)
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
mkdirSync(join(ROOT, 'test/results'), { recursive: true })
writeFileSync(
  join(ROOT, 'test/results/long.md'),
  [
    '# The last long run of the fault laboratory',
    '',
    `- date: ${new Date().toISOString().slice(0, 10)}`,
    `- commit: ${commit}`,
    `- seed: ${seed}`,
    `- trials: ${trials}, of which ${bus} over a real nats-server with real agent processes`,
    `- effects: ${stopped.crashes} crashes and ${stopped.kills} kills between approval and effect; ${stopped.doubled} doubled, ${stopped.unrecorded} without an audit row`,
    `- damaged MCP requests: ${FUZZED}, of which ${fuzzed} were answered wrongly`,
    `- malformed messages of agents: ${MALFORMED}, of which ${taken} crashed something or were taken`,
    `- minutes: ${minutes}`,
    '',
    '```',
    ...complaints,
    table,
    '```',
    '',
  ].join('\n'),
)
say(table)
const isClean = fuzzed === 0 && taken === 0 && tally.wrong === 0 && rare.length === 0 && unasked.length === 0
process.exitCode = isClean ? 0 : 1
