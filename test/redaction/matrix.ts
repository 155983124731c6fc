import { randomBytes } from 'node:crypto'
import {
  createInlineEngine,
  createLineSplitter,
  createRedactor,
  openRedacted,
  redactSync,
} from '@vedette/agent/redactor'
import { CARRIERS, isSeen, toParts } from './carriers.ts'
import { createRandom } from './random.ts'
import { type Sample, SOURCES, type Source } from './values/index.ts'

/** What came of one kind. */
export type KindResult = {
  readonly kind: string
  readonly bar: Source['bar']
  readonly values: number
  readonly tried: number
  readonly leaks: number
  /** Carriers that leaked, each with how often. */
  readonly leaked: ReadonlyMap<string, number>
  readonly misses: number
  readonly changed: number
}

const key = randomBytes(32)
const redact = (input: unknown, mode: 'body' | 'protocol' = 'body') =>
  JSON.stringify(redactSync(input, { mode, key }).value)

/** Carries `values` values of every kind through every carrier. Values and places are the same for the same seed. */
export async function runMatrix(values: number, seed: number): Promise<KindResult[]> {
  const results: KindResult[] = []
  for (const [at, source] of SOURCES.entries()) results.push(await runKind(source, values, seed + at))
  return results
}

async function runKind(source: Source, values: number, seed: number): Promise<KindResult> {
  const random = createRandom(seed)
  const leaked = new Map<string, number>()
  let tried = 0
  let misses = 0
  let changed = 0
  const note = (name: string, isLeak: boolean) => {
    tried += 1
    if (isLeak) leaked.set(name, (leaked.get(name) ?? 0) + 1)
  }
  for (let value = 0; value < values; value += 1) {
    const sample = source.make(random)
    for (const { name, carry } of CARRIERS) {
      const carried = carry(toParts(sample))
      if (carried !== null) note(name, isSeen(redact(carried.input, carried.mode), carried.forms))
    }
    note('cut at the cap', await leaksAtCap(sample))
    if (value === 0) for (const isLeak of leaksWhenSplit(sample)) note('split anywhere', isLeak)
    if (sample.miss === undefined) continue
    misses += 1
    const text = `started ${sample.before ?? ''}${sample.miss} end`
    if (redact([text]) !== JSON.stringify([text])) changed += 1
  }
  const leaks = [...leaked.values()].reduce((sum, count) => sum + count, 0)
  return { kind: source.kind, bar: source.bar, values, tried, leaks, leaked, misses, changed }
}

/** Splits a line at every place and redacts what the splitter gives. */
function leaksWhenSplit(sample: Sample): boolean[] {
  const { text, seen } = toParts(sample)
  const line = `started ${text} end\n`
  return Array.from({ length: line.length }, (_, cut) => {
    const splitter = createLineSplitter()
    const units = [...splitter.push(line.slice(0, cut)), ...splitter.push(line.slice(cut)), ...splitter.end()]
    return isSeen(units.map((unit) => redact(unit)).join(''), [seen])
  })
}

const READ = { scope: {}, state: 'read', items: 40, as_of: '2030-01-01T00:00:00Z' } as const

/** An answer that is cut at its size: the cut must not fall inside a value. */
async function leaksAtCap(sample: Sample): Promise<boolean> {
  const { object, text, seen } = toParts(sample)
  const redactor = createRedactor(createInlineEngine(), 700)
  const rows = Array.from({ length: 40 }, (_, at) => ({ at, row: object, note: text }))
  const warning = `${'w'.repeat(512 - Math.ceil(text.length / 2))} ${text}`
  const safe = openRedacted(
    await redactor.redactAnswer({ parts: [READ], value: { rows }, warnings: [warning] }),
  )
  return isSeen(JSON.stringify(safe), [seen])
}
