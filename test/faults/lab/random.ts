/** A seeded source of chance: the same seed gives the same numbers on every machine. */
export type Random = Readonly<{
  /** 0 up to, not including, 1. */
  next(): number
  /** 0 up to, not including, `n`. */
  int(n: number): number
  /** `from` to `to`, both included. */
  between(from: number, to: number): number
  chance(share: number): boolean
  /** One of a list; throws RangeError on an empty one. */
  pick<T>(list: readonly T[]): T
  /** Up to `n` of a list, each once, in the list's order. */
  some<T>(list: readonly T[], n: number): readonly T[]
}>

/** Chance from a seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (n: number) => Math.floor(next() * n)
  return Object.freeze({
    next,
    int,
    between: (from: number, to: number) => from + int(to - from + 1),
    chance: (share: number) => next() < share,
    pick<T>(list: readonly T[]): T {
      const one = list[int(list.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
    some<T>(list: readonly T[], n: number): readonly T[] {
      const kept = new Set<number>()
      while (kept.size < Math.min(n, list.length)) kept.add(int(list.length))
      return list.filter((_, at) => kept.has(at))
    },
  })
}

/** The seed of one trial: trials of one run have nothing in common. */
export function toTrialSeed(seed: number, trial: number): number {
  return Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(trial + 1, 0xc2b2ae35)
}
