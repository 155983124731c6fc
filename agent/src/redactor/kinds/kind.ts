import { isRandomLike } from '../checks/tokens.ts'

// How sure a kind is: by a check digit or a grammar of its own, only near a word that names it, only by the name of its
// field, or never.
export type How = 'validated' | 'context' | 'key' | 'off'

type Checked = Readonly<{
  // Sees the text that a pattern or layout took.
  validate?(text: string): boolean
  // Counts only near one of the kind's words, or under a key that holds one.
  near?: true
  // Validating takes long: a text with very many of them is not asked about each, the form counts then.
  costly?: true
}>

// Tried where one of the literals begins (any case) and no letter or digit stands before it. The pattern is sticky and
// bounded; its group 1, when there is one, ends the match and is what is replaced.
export type LiteralRule = Checked &
  Readonly<{
    at: 'literal'
    triggers: readonly string[]
    pattern: RegExp
    // Characters that may stand before the literal and belong to the match.
    lead?: RegExp
    // Of a long pattern: the places at which it may begin, given one that failed; so that a text full of beginnings is
    // not read from each of them.
    findStarts?(text: string, failedAt: number): Starts
  }>

// A pattern begins at none of the places before `end` that are smaller than `from`.
export type Starts = Readonly<{ from: number; end: number }>

// Groups of digits with what stands between them: `3-2-4`, `4 4 4 4`, `11`.
export type DigitsRule = Checked &
  Readonly<{
    at: 'digits'
    layouts: readonly string[]
    // Proved by its shape alone: a name or a version around it wins.
    shape?: true
  }>

// Tried where letters and digits begin, none before them. `first`, and `second` where it is given, are classes of
// characters such as `A-Z` that a run must begin with, looked at before the pattern; `min` and
// `max` bound the run of letters and digits that can begin it; `follow` is the shape of what follows that run, looked at
// before the pattern: `d` a digit, `w` a letter or digit, anything else itself.
export type TokenRule = Checked &
  Readonly<{ at: 'token'; first: string; second?: string; min: number; max?: number; follow?: string }> &
  (Readonly<{ pattern: RegExp }> | Readonly<{ findEnd(text: string, start: number): number }>)

export type Rule = LiteralRule | DigitsRule | TokenRule

// One kind of what must not leave, by its row in the table of the documentation.
export type Kind = Readonly<{
  row: number
  name: string
  how: How
  // A secret is replaced without a tag: `<secret:name>`.
  secret?: true
  // Words that announce the kind in text or in a key; lower case, `_` for any one separator.
  words?: readonly string[]
  // Last words of a key whose whole value is the kind, and what such a value looks like.
  keys?: readonly string[]
  value?: RegExp
  rules: readonly Rule[]
}>

type DigitsOptions = Omit<DigitsRule, 'at' | 'layouts'>

// Layouts that count wherever they stand.
export function digits(layouts: string, options: DigitsOptions = {}): DigitsRule {
  return { at: 'digits', layouts: layouts.split('|'), ...options }
}

// Layouts that count only near a word of their kind.
export function nearDigits(layouts: string, options: DigitsOptions = {}): DigitsRule {
  return { at: 'digits', layouts: layouts.split('|'), near: true, ...options }
}

// A pattern at literals, separated by `|`.
export function literal(
  triggers: string,
  pattern: RegExp,
  options: Omit<LiteralRule, 'at' | 'triggers' | 'pattern'> = {},
): LiteralRule {
  return { at: 'literal', triggers: triggers.split('|'), pattern, ...options }
}

type TokenOptions = Omit<TokenRule, 'at' | 'findEnd'> & Readonly<{ pattern: RegExp }>

// A pattern at the beginning of letters and digits.
export function token(options: TokenOptions): TokenRule {
  return { at: 'token', ...options }
}

// A secret known by its prefix alone.
export function prefixed(row: number, name: string, triggers: string, pattern: RegExp): Kind {
  return { row, name, how: 'validated', secret: true, rules: [literal(triggers, pattern)] }
}

// A random-looking secret without a prefix: it counts only near one of its words; `min` characters at least.
export function nearRandom(
  row: number,
  name: string,
  words: readonly string[],
  pattern: RegExp,
  min: number,
): Kind {
  const rule = token({ first: 'A-Za-z0-9', min, pattern, near: true, validate: isRandomLike })
  return { row, name, how: 'context', secret: true, words, rules: [rule] }
}
