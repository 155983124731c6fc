import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createWorkerEngine, redactSync } from '@vedette/agent/redactor'
import { systemClock } from '@vedette/proto/clock'
import { type Cleanup, createFolder } from '@vedette/test/kit'
import type { Reading } from './figures.ts'
import { median, show } from './support/measure.ts'
import { findRipgrep, timeRipgrep, toRipgrepPatterns } from './support/ripgrep.ts'
import { ADVERSARIAL, createAnswer, createLogLines, ORDINARY } from './support/texts.ts'

const key = randomBytes(32)
const redact = (value: unknown) => redactSync(value, { mode: 'body', key }).value
// rg is timed over so many copies of the lines, for its own start not to count.
const COPIES = 16
// Patterns and texts that take an engine that tries again exponential time.
const EVIL = ['(a+)+$', '([a-z]+)*=', '(?i)(?:password|pass)(?:\\s*=\\s*)*[^ ]+$']
const LAG_MS = 50

/**
 * Method: CPU of the engine, and of rg, or of parse and stringify, over the same text, in turn; medians. The lag of the
 * loop of events is its 99th percentile while the thread redacts adversarial texts with evil patterns.
 */
export async function measureRedaction(
  cleanup: Cleanup,
  { rounds }: { readonly rounds: number },
): Promise<readonly Reading[]> {
  const turns = Math.max(5, Math.ceil(rounds / 60))
  return [
    await measureText(cleanup, turns),
    measureJson(turns),
    measureWorst(Math.max(3, Math.ceil(turns / 3))),
    await measureLag(cleanup, turns),
  ]
}

async function measureText(cleanup: Cleanup, turns: number): Promise<Reading> {
  const rg = await findRipgrep()
  if (rg === null) return { id: 'redact_rg', value: null, note: 'ripgrep cannot be installed here' }
  const lines = createLogLines(12_000)
  const text = `${lines.join('\n')}\n`
  const megabytes = Buffer.byteLength(text) / 1e6
  const folder = createFolder(cleanup)
  const files = { patterns: join(folder, 'patterns'), text: join(folder, 'text') }
  const patterns = toRipgrepPatterns(rg)
  writeFileSync(files.patterns, patterns.join('\n'))
  writeFileSync(files.text, text.repeat(COPIES))
  const [own, theirs] = interleaveSpeeds(turns, {
    own: () => megabytes / toCpuSeconds(() => redact(lines)),
    theirs: () => (megabytes * COPIES) / timeRipgrep(rg, files),
  })
  const note = `${show(own, 'MB/s')} over ${show(theirs, 'MB/s')}, ${patterns.length} patterns`
  return { id: 'redact_rg', value: own / theirs, note }
}

function measureJson(turns: number): Reading {
  const json = JSON.stringify(createAnswer(1000))
  const megabytes = Buffer.byteLength(json) / 1e6
  const [own, bare] = interleaveSpeeds(turns * 2, {
    own: () => megabytes / toCpuSeconds(() => JSON.stringify(redact(JSON.parse(json)))),
    theirs: () => megabytes / toCpuSeconds(() => JSON.stringify(JSON.parse(json))),
  })
  return { id: 'redact_json', value: own / bare, note: `${show(own, 'MB/s')} over ${show(bare, 'MB/s')}` }
}

function measureWorst(turns: number): Reading {
  const times = new Map<string, number[]>()
  for (let turn = -2; turn < turns; turn += 1)
    for (const [name, text] of Object.entries({ ordinary: ORDINARY, ...ADVERSARIAL })) {
      const seconds = toCpuSeconds(() => redact({ text }))
      if (turn >= 0) times.set(name, [...(times.get(name) ?? []), seconds * 1000])
    }
  const medians = [...times].map(([name, all]) => ({ name, ms: median(all) }))
  const ordinary = medians[0]?.ms ?? Number.NaN
  const worst = medians.slice(1).reduce((a, b) => (b.ms > a.ms ? b : a))
  const note = `96 KB of ${worst.name}: ${show(worst.ms, 'ms')} over ${show(ordinary, 'ms')}`
  return { id: 'redact_worst', value: worst.ms / ordinary, note }
}

async function measureLag(cleanup: Cleanup, turns: number): Promise<Reading> {
  const custom = EVIL.map((pattern, at) => ({ name: `evil-${at}`, pattern }))
  const engine = createWorkerEngine({ clock: systemClock, custom })
  cleanup.after(() => engine.close())
  await engine.redact(['warm'], { mode: 'body' })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let withheld = 0
  for (let turn = 0; turn < turns; turn += 1) {
    const texts = Object.values(ADVERSARIAL)
    const told = await Promise.allSettled(texts.map((text) => engine.redact([text], { mode: 'body' })))
    withheld += told.filter(({ status }) => status === 'rejected').length
  }
  delay.disable()
  const lag = delay.percentile(99) / 1e6
  const note = `${show(lag, 'ms')} of ${LAG_MS} ms, ${withheld} of ${turns * Object.keys(ADVERSARIAL).length} withheld`
  return { id: 'redact_lag', value: lag / LAG_MS, note }
}

function interleaveSpeeds(
  turns: number,
  sides: { readonly own: () => number; readonly theirs: () => number },
): readonly [number, number] {
  const speeds = { own: [] as number[], theirs: [] as number[] }
  for (let turn = -2; turn < turns; turn += 1)
    for (const name of ['own', 'theirs'] as const) {
      const speed = sides[name]()
      if (turn >= 0) speeds[name].push(speed)
    }
  return [median(speeds.own), median(speeds.theirs)]
}

function toCpuSeconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}
