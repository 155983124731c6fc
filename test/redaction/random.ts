/** A seeded source of choices: the same seed gives the same values on every machine. */
export type Random = {
  /** An integer from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  readonly pick: <T>(items: readonly T[]) => T
  /** Characters of an alphabet. */
  readonly text: (alphabet: string, length: number) => string
  readonly digits: (length: number) => number[]
}

/** Mulberry32, enough for test values. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(items: readonly T[]): T => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join('')
  return {
    between,
    pick,
    text,
    digits: (length) => Array.from({ length }, () => between(0, 9)),
  }
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWER = UPPER.toLowerCase()
const DIGITS = '0123456789'

/** Alphabets of templates by letter. */
export const ALPHABETS: Readonly<Record<string, string>> = {
  A: UPPER + LOWER + DIGITS,
  U: UPPER,
  L: LOWER,
  d: DIGITS,
  h: `${DIGITS}abcdef`,
  H: `${DIGITS}ABCDEF`,
  X: UPPER + DIGITS,
  x: LOWER + DIGITS,
  b: `${UPPER}${LOWER}${DIGITS}+/`,
  u: `${UPPER}${LOWER}${DIGITS}-_`,
  s: `${UPPER}234567`,
  l: UPPER + LOWER,
}

/** `ghp_{A36}` filled: each brace names an alphabet and how many characters. */
export function fill(random: Random, template: string): string {
  return template.replace(/\{(\w)(\d+)\}/g, (_, alphabet: string, length: string) =>
    random.text(ALPHABETS[alphabet] ?? alphabet, Number(length)),
  )
}
