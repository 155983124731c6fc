import type { Slot, Unit } from './expected.ts'
import { isRead } from './law.ts'
import type { Listed } from './reading.ts'

/** Whether the sources that an answer lists can be the world's: each planned one once, with a word it may have. */
export function findMisfit(units: readonly Unit[], listed: Listed): string | null {
  const bins = new Bins(listed)
  // Units with one way to come out go first: what is certain leaves the others less room.
  const sorted = units.toSorted((a, b) => a.alternatives.length - b.alternatives.length)
  let deepest = 0
  const place = (at: number): boolean => {
    deepest = Math.max(deepest, at)
    const unit = sorted[at]
    if (unit === undefined) return bins.isEmpty()
    return unit.alternatives.some((slots) => {
      const taken = bins.take(unit.operation, slots)
      if (taken === null) return false
      if (place(at + 1)) return true
      bins.giveBack(taken)
      return false
    })
  }
  if (place(0)) return null
  const unit = sorted[deepest]
  if (unit === undefined) return `the answer lists sources that were never planned: ${bins.left()}`
  const ways = [...new Set(unit.alternatives.map((slots) => slots.map(nameOf).join(' + ') || 'nothing'))]
  return `${unit.operation}: expected ${ways.slice(0, 4).join(' or ')}; left in the answer: ${bins.left()}`
}

function nameOf({ agent, connector, word }: Slot): string {
  return `${agent ?? 'nobody'}/${connector} ${word}`
}

/** What an answer lists, taken source by source. */
class Bins {
  readonly #counts = new Map<string, number>()

  constructor(listed: Listed) {
    for (const { operation, word, n } of listed.read) this.#add(`${operation} ${word}`, n)
    for (const { operation, connector, agent, word } of listed.unread)
      this.#add(`${operation} ${agent ?? '-'} ${agent === null ? '*' : connector} ${word}`, 1)
    for (const [word, n] of listed.more) this.#add(word, n)
  }

  #add(key: string, n: number): void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + n)
  }

  /** The bins that these slots came from, or null when they are not there. */
  take(operation: string, slots: readonly Slot[]): readonly string[] | null {
    const taken: string[] = []
    for (const { agent, connector, word } of slots) {
      const named = isRead(word)
        ? `${operation} ${word}`
        : `${operation} ${agent ?? '-'} ${agent === null ? '*' : connector} ${word}`
      const key = [named, word].find((one) => (this.#counts.get(one) ?? 0) > 0)
      if (key === undefined) {
        this.giveBack(taken)
        return null
      }
      this.#add(key, -1)
      taken.push(key)
    }
    return taken
  }

  giveBack(taken: readonly string[]): void {
    for (const key of taken) this.#add(key, 1)
  }

  isEmpty(): boolean {
    return [...this.#counts.values()].every((n) => n === 0)
  }

  left(): string {
    const some = [...this.#counts].filter(([, n]) => n > 0)
    return some.length === 0 ? 'nothing' : some.map(([key, n]) => `${n} x ${key}`).join(', ')
  }
}
