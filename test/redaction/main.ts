import { parseArgs } from 'node:util'
import { judgeLines, readFixtureLines } from './clean.ts'
import { runMatrix } from './matrix.ts'
import { runMustKeep } from './must-keep.ts'
import { findShortfalls, toSums, toTable } from './table.ts'
import { readToolLines } from './tool-logs.ts'

const { values } = parseArgs({
  options: {
    values: { type: 'string', default: '20' },
    tokens: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '20300101' },
  },
})
const seed = Number(values.seed)
const say = (text: string) => process.stdout.write(`${text}\n`)

say(`seed ${seed}`)
const kinds = await runMatrix(Number(values.values), seed)
say(toTable(kinds))
const keeps = runMustKeep(Number(values.tokens), seed)
const sets = [{ name: 'fixtures of the connectors', lines: readFixtureLines() }, ...readToolLines()]
const clean = sets.map(({ name, lines }) => judgeLines(name, lines))
say(toSums(keeps, clean))
for (const { name, altered } of clean) for (const line of altered) say(`altered in ${name}: ${line}`)
const shortfalls = findShortfalls(kinds, keeps, clean)
for (const shortfall of shortfalls) say(`not ok ${shortfall}`)
if (shortfalls.length === 0)
  say('ok: no leak, no near-miss changed, every token kept, clean lines within a thousandth')
process.exitCode = shortfalls.length === 0 ? 0 : 1
