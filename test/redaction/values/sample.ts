import type { Random } from '../random.ts'

/** One value that must not leave. */
export type Sample = {
  readonly value: string
  /** What stands before it in a text, for kinds that are known by their context. */
  readonly before?: string
  /** The key under which it stands in structures. */
  readonly key?: string
  /** A structure that holds the value, for kinds that are known by structure. */
  readonly object?: unknown
  /** What may be looked for instead of the value. */
  readonly core?: string
  /** Almost the same, and nothing: must stay as it is. */
  readonly miss?: string
}

/** Generated values of one kind. `zero`: none may leak; `context`: 99 of 100 must be found. */
export type Source = {
  readonly kind: string
  readonly bar: 'zero' | 'context'
  readonly make: (random: Random) => Sample
}

/** Digits grouped by a layout such as `3-2-4`. */
export function lay(digits: readonly number[] | string, layout: string): string {
  const text = typeof digits === 'string' ? digits : digits.join('')
  let at = 0
  return layout.replace(/\d+/g, (size) => {
    const part = text.slice(at, at + Number(size))
    at += Number(size)
    return part
  })
}

/** Day, month and year of a birth that exists, as two, two and four digits. */
export function makeBirth(random: Random): { day: string; month: string; year: string; yy: string } {
  const year = String(random.between(1940, 1999))
  const two = (value: number) => String(value).padStart(2, '0')
  return { day: two(random.between(1, 28)), month: two(random.between(1, 12)), year, yy: year.slice(2) }
}

/** The first value that a test accepts among what `make` gives. */
export function until<T>(make: () => T, isGood: (value: T) => boolean): T {
  for (let tries = 0; tries < 100_000; tries += 1) {
    const value = make()
    if (isGood(value)) return value
  }
  throw new Error('no value was good')
}

/** The same with its last digit raised by one. */
export function off(value: string): string {
  return value.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
}

/** Digits of a text as numbers. */
export function toNumbers(text: string): number[] {
  return [...text.replace(/\D/g, '')].map(Number)
}

/** Sum of products. */
export function dot(digits: readonly number[], weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0)
}

/** The digit that makes Luhn hold when it is put at the end. */
export function luhnDigit(body: readonly number[]): number {
  const sum = body.toReversed().reduce((total, digit, at) => {
    const part = at % 2 === 0 ? digit * 2 : digit
    return total + Math.floor(part / 10) + (part % 10)
  }, 0)
  return (1000 - sum) % 10
}
