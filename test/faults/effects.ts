import { runCrash, runKill } from '@vedette/control-plane/approvals/testing'

// Steps of the way from an approval to its outcome; further points stop nothing.
const STEPS = 20

export type EffectTally = Readonly<{ crashes: number; kills: number; doubled: number; unrecorded: number }>

/** Stops control planes between an approval and its effect, one point after the other, and tells of each wrong end. */
export async function runEffectTrials(
  options: Readonly<{ crashes: number; kills: number; onWrong(line: string): void }>,
): Promise<EffectTally> {
  const { crashes, kills, onWrong } = options
  let doubled = 0
  let unrecorded = 0
  for (let number = 0; number < crashes + kills; number += 1) {
    const isKill = number >= crashes
    const point = number % STEPS
    const { state, effects, intents, outcomes } = await (isKill ? runKill(point) : runCrash(point))
    const where = `${isKill ? 'kill' : 'crash'} at step ${point}: ${state}, ${effects} effects, ${intents} intents`
    if (effects > 1) doubled += 1
    if (effects > intents) unrecorded += 1
    const isUntold = intents === 1 && outcomes === 0 && state !== 'outcome_unknown'
    if (effects > 1 || effects > intents || isUntold) onWrong(where)
  }
  return { crashes, kills, doubled, unrecorded }
}
