import { WORDS } from './law.ts'
import type { Trial } from './trial.ts'
import { AGENT_FAULTS, OWN_FAULTS, VENDOR_FAULTS } from './world.ts'

/** What a run came to, added up trial by trial. */
export type Tally = {
  trials: number
  wrong: number
  overruns: number
  readonly words: Map<string, number>
  readonly faults: Map<string, number>
  readonly tools: Map<string, number>
  readonly outcomes: Map<string, number>
}

/** Nothing yet; every word and every fault stands at zero, so that one that was never reached is seen. */
export function createTally(more: readonly string[] = []): Tally {
  const zeros = (names: readonly string[]) => new Map(names.map((name) => [name, 0]))
  return {
    trials: 0,
    wrong: 0,
    overruns: 0,
    words: zeros(WORDS),
    faults: zeros([...VENDOR_FAULTS, ...AGENT_FAULTS, ...OWN_FAULTS, ...more]),
    tools: new Map(),
    outcomes: new Map(),
  }
}

/** What one trial adds. */
export type Entry = Readonly<{
  tool: string
  faults: readonly string[]
  words: Iterable<string>
  outcome: string
  isWrong: boolean
  isOverrun: boolean
}>

export function toEntry({ question, faults, judgement }: Trial): Entry {
  const { words, outcome, wrong, isOverrun } = judgement
  return { tool: question.tool, faults, words, outcome, isWrong: wrong.length > 0, isOverrun }
}

/** Adds one trial. */
export function addEntry(tally: Tally, entry: Entry): void {
  const add = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  tally.trials += 1
  if (entry.isWrong) tally.wrong += 1
  if (entry.isOverrun) tally.overruns += 1
  for (const word of new Set(entry.words)) add(tally.words, word)
  for (const fault of entry.faults) add(tally.faults, fault)
  add(tally.tools, entry.tool)
  add(tally.outcomes, entry.outcome)
}

/** The table of a run; its last line is the one that counts. */
export function printTally(tally: Tally): string {
  const section = (title: string, counts: ReadonlyMap<string, number>) => [
    '',
    title,
    ...[...counts].map(([name, n]) => `  ${name.padEnd(28)} ${String(n).padStart(7)}`),
  ]
  return [
    `trials ${tally.trials}`,
    `overruns ${tally.overruns}`,
    ...section('state words, trials in which each was reached', tally.words),
    ...section('faults, trials in which each was set', tally.faults),
    ...section('tools', tally.tools),
    ...section('what the client got', tally.outcomes),
    '',
    `wrong answers: ${tally.wrong} of ${tally.trials}`,
  ].join('\n')
}
