import { stat } from 'node:fs/promises'
import type { Clock } from '@vedette/proto/clock'
import type { BusLog } from '../bus/index.ts'
import { loadOperator, type Operator } from '../identity/index.ts'

export type FollowOptions = Readonly<{
  file: string
  clock: Clock
  every_ms: number
  log: BusLog
  // Told once of each new content; a rejection is tried again at the next turn.
  onChange(operator: Operator): Promise<void>
}>

// Reads the operator's file again whenever it was replaced; returns what ends it. A file that cannot be read changes
// nothing and is told about once.
export function followOperator({ file, clock, every_ms, log, onChange }: FollowOptions): () => void {
  let seen: string | null = null
  let told = false
  let ended = false
  let cancel = clock.after(every_ms, turn)

  function turn(): void {
    void look()
      .then(() => {
        told = false
      })
      .catch(() => {
        if (!told) log.warn({}, 'the operator file cannot be taken over, trying again')
        told = true
      })
      .finally(() => {
        if (!ended) cancel = clock.after(every_ms, turn)
      })
  }

  async function look(): Promise<void> {
    const { mtimeMs, ino, size } = await stat(file)
    const mark = `${mtimeMs} ${ino} ${size}`
    if (mark === seen || ended) return
    const operator = await loadOperator(file)
    if (operator === null) return
    await onChange(operator)
    seen = mark
  }

  return () => {
    ended = true
    cancel()
  }
}
