import { parseArgs } from 'node:util'
import type { Cleanup } from '@vedette/test/kit'
import { measureBeats } from './beats.ts'
import { measureBombs } from './bombs.ts'
import { measureCalls } from './calls.ts'
import { measureColdStart } from './cold-start.ts'
import { measureComposite } from './composite.ts'
import { measureCpu } from './cpu.ts'
import type { Reading } from './figures.ts'
import { measureLists } from './lists.ts'
import { measureMemory } from './memory.ts'
import { measureRedaction } from './redaction.ts'
import { formatTable, toLines } from './support/table.ts'
import { measureTenThousand } from './ten-thousand.ts'

type Measure = (cleanup: Cleanup, options: { readonly rounds: number }) => Promise<readonly Reading[]>

// Each measurement by the name that --only takes; every figure is a ratio within one run.
const MEASURES: Readonly<Record<string, Measure>> = {
  calls: measureCalls,
  cpu: measureCpu,
  lists: measureLists,
  beats: measureBeats,
  'ten-thousand': measureTenThousand,
  redaction: measureRedaction,
  bombs: measureBombs,
  composite: measureComposite,
  memory: measureMemory,
  'cold-start': measureColdStart,
}

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '600' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const wanted = values.only ?? Object.keys(MEASURES)
const unknown = wanted.find((name) => !Object.hasOwn(MEASURES, name))
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
  console.error(`usage: npm run bench -- [--only ${Object.keys(MEASURES).join('|')}] [--rounds N] [--json]`)
  process.exit(2)
}

const readings: Reading[] = []
for (const name of wanted) {
  process.stderr.write(`measuring ${name} ...\n`)
  readings.push(...(await measureOne(name)))
}
console.log(values.json ? JSON.stringify(toLines(readings), null, 2) : formatTable(toLines(readings)))
process.exit()

// What a measurement started ends with it.
async function measureOne(name: string): Promise<readonly Reading[]> {
  const undos: (() => void | Promise<void>)[] = []
  const cleanup: Cleanup = { after: (undo) => void undos.push(undo) }
  try {
    return (await MEASURES[name]?.(cleanup, { rounds })) ?? []
  } finally {
    for (const undo of undos.reverse()) await undo()
  }
}
