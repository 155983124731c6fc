import type { Plants } from './stage.ts'
import { addEntry, createTally, type Tally, toEntry } from './table.ts'
import { runTrial, type Trial } from './trial.ts'
import { createWire } from './wire.ts'

export type RunFacts = Readonly<{
  seed: number
  trials: number
  /** Plays this trial alone. */
  only?: number
  plants?: Plants
  onTrial?(trial: Trial, number: number): void
  /** Ends the run early once it holds. */
  until?(tally: Tally): boolean
}>

/** Plays trials one after another; equal seeds give equal trials. */
export async function runTrials(facts: RunFacts): Promise<Tally> {
  const { seed, trials, only, plants } = facts
  const wire = await createWire()
  const tally = createTally()
  try {
    const numbers = only === undefined ? Array.from({ length: trials }, (_, number) => number) : [only]
    for (const number of numbers) {
      const trial = await runTrial({ seed, number, wire, ...(plants === undefined ? {} : { plants }) })
      addEntry(tally, toEntry(trial))
      facts.onTrial?.(trial, number)
      if (facts.until?.(tally) === true) break
    }
  } finally {
    await wire.close()
  }
  return tally
}

/** One line for a trial whose answer was wrong: enough to play it again. */
export function toComplaint({ faults, question, judgement }: Trial, number: number): string {
  const { tool, args } = question
  return `trial ${number} [${faults.join()}] ${tool} ${JSON.stringify(args)}: ${judgement.wrong.slice(0, 3).join('; ')}`
}
