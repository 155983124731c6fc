import { createAutomaton } from '../automaton.ts'
import { type DigitsRule, KINDS, type LiteralRule, PHONE_LAYOUTS, type TokenRule } from '../kinds/index.ts'
import { SECRET_WORDS } from '../secret-keys.ts'
import { PERSONAL_WORDS } from './personal-keys.ts'

// What a word in a text sets off.
export type Action =
  | Readonly<{ does: 'literal'; kind: number; rule: LiteralRule; length: number; needsEdge: boolean }>
  | Readonly<{ does: 'word'; kinds: readonly number[]; length: number }>
  | Readonly<{ does: 'key'; length: number }>
  | Readonly<{ does: 'email' | 'url' | 'escape' | 'address'; length: number }>

// A layout of digits taken apart: lengths of its groups and codes of what stands between them.
export type Layout = Readonly<{
  kind: number
  rule: DigitsRule
  sizes: readonly number[]
  joints: readonly number[]
}>
// A rule with what is asked before its pattern, one form for all: `second` tells which ASCII characters can be the second
// of the run, null when any can; `follow` is the shape of what comes after it, as codes.
export type TokenEntry = Readonly<{
  kind: number
  rule: TokenRule
  min: number
  max: number
  second: Uint8Array | null
  follow: Uint8Array
}>

// Place of a kind in the table; throws TypeError for a name that it does not hold.
export function toKindIndex(name: string): number {
  const index = INDEX.get(name)
  if (index === undefined) throw new TypeError(`no kind is called ${name}`)
  return index
}
const INDEX = new Map(KINDS.map(({ name }, index) => [name, index]))

const SPECIALS: readonly (readonly [string, 'email' | 'url' | 'escape' | 'address'])[] = Object.freeze([
  ['@', 'email'],
  ['://', 'url'],
  ['%', 'escape'],
  ['&#', 'escape'],
  ['&quot', 'escape'],
  ['&amp', 'escape'],
  ['&lt', 'escape'],
  ['&apos', 'escape'],
  ['\\', 'escape'],
  ['::', 'address'],
] as const)

// `social_security` stands for any separator and for none.
function toSpellings(word: string): readonly string[] {
  return word.includes('_') ? ['_', '', ' ', '-'].map((joint) => word.replaceAll('_', joint)) : [word]
}

function toActions(): ReadonlyMap<string, readonly Action[]> {
  const actions = new Map<string, Action[]>()
  const add = (text: string, action: Action) => {
    const known = actions.get(text)
    if (known === undefined) actions.set(text, [action])
    else known.push(action)
  }
  const words = new Map<string, number[]>()
  for (const [kind, { rules, words: named = [], how }] of KINDS.entries()) {
    if (how === 'off') continue
    for (const word of new Set(named.flatMap(toSpellings)))
      words.set(word, [...(words.get(word) ?? []), kind])
    for (const rule of rules) {
      if (rule.at !== 'literal') continue
      for (const trigger of rule.triggers) {
        const needsEdge = /^[a-z0-9]/.test(trigger) && rule.lead === undefined
        add(trigger, { does: 'literal', kind, rule, length: trigger.length, needsEdge })
      }
    }
  }
  for (const [word, kinds] of words) add(word, { does: 'word', kinds, length: word.length })
  for (const word of new Set([...SECRET_WORDS, ...PERSONAL_WORDS]))
    add(word, { does: 'key', length: word.length })
  for (const [text, does] of SPECIALS) add(text, { does, length: text.length })
  return actions
}

const ACTIONS = toActions()
export const AUTOMATON = createAutomaton([...ACTIONS.keys()])
const LISTS = [...ACTIONS.values()]
// What each state of the automaton sets off.
export const STATE_ACTIONS: readonly (readonly Action[])[] = AUTOMATON.words.map((words) =>
  words.flatMap((word) => LISTS[word] ?? []),
)

const JOINTS = /[ ./-]/g
const SIZES = 32

type ByPlace<T> = readonly (readonly T[] | undefined)[]

// Place of a layout in the tables below: size of its first group and what follows it, 0 for one group alone.
export function toLayoutPlace(size: number, joint: number): number {
  return size < SIZES ? (size << 8) | joint : 0
}

// Layouts that count everywhere, and those that count near a word.
export const LAYOUTS: ByPlace<Layout> = toLayouts(false)
export const NEAR_LAYOUTS: ByPlace<Layout> = toLayouts(true)

// Sizes of a second group that any layout of a place goes on with, a bit each; bit 0 where one group is all. Most
// numbers are told to be none by it.
export const SECONDS = toSeconds(LAYOUTS)
export const NEAR_SECONDS = toSeconds(NEAR_LAYOUTS)

function toSeconds(places: ByPlace<Layout>): Uint32Array {
  return Uint32Array.from(places, (layouts) =>
    (layouts ?? []).reduce((mask, { sizes }) => mask | (1 << (sizes[1] ?? 0)), 0),
  )
}

function toLayouts(near: boolean): ByPlace<Layout> {
  // Without holes, so that looking a place up stays cheap.
  const layouts: (Layout[] | undefined)[] = Array.from({ length: SIZES << 8 }, () => undefined)
  const add = (kind: number, rule: DigitsRule) => {
    for (const layout of rule.layouts) {
      const sizes = layout.split(JOINTS).map(Number)
      const joints = (layout.match(JOINTS) ?? []).map((joint) => joint.charCodeAt(0))
      const place = toLayoutPlace(sizes[0] ?? 0, joints[0] ?? 0)
      layouts[place] = [...(layouts[place] ?? []), { kind, rule, sizes, joints }]
    }
  }
  for (const [kind, { rules, how }] of KINDS.entries())
    for (const rule of rules)
      if (rule.at === 'digits' && how !== 'off' && (rule.near === true) === near) add(kind, rule)
  if (!near) add(toKindIndex('phone'), PHONE_LAYOUTS)
  return layouts
}

const LONGEST = 63

// Place of a run of letters and digits in the tables below: code of its first character and its size, 63 and more as one.
export function toTokenPlace(code: number, size: number): number {
  return (code << 6) | Math.min(size, LONGEST)
}

// Rules for runs of letters and digits that count everywhere, and those that count near a word.
export const TOKENS: ByPlace<TokenEntry> = toTokens(false)
export const NEAR_TOKENS: ByPlace<TokenEntry> = toTokens(true)

export const ASKED_NEAR = 1
const ASKED_ALWAYS = 2 | 4 | 8 | 16
// Which rules there are for a place: near a word, or everywhere before which characters. One small look-up tells most
// runs to be nothing.
export const ASKED = Uint8Array.from(TOKENS, (entries, place) =>
  (entries ?? []).reduce(
    (asked, { follow: [first] }) => asked | (first === undefined ? ASKED_ALWAYS : toFollower(first)),
    NEAR_TOKENS[place] === undefined ? 0 : ASKED_NEAR,
  ),
)

// The bit by which `ASKED` tells that rules ask about runs before a character.
export function toFollower(code: number): number {
  return code === 32 ? 2 : code === 46 ? 4 : code === 45 ? 8 : 16
}

function toTokens(near: boolean): ByPlace<TokenEntry> {
  const entries = KINDS.flatMap(({ rules, how }, kind) =>
    rules.flatMap((rule) =>
      rule.at === 'token' && how !== 'off' && (rule.near === true) === near
        ? [{ first: new RegExp(`[${rule.first}]`), rule, entry: toEntry(kind, rule) }]
        : [],
    ),
  )
  return Array.from({ length: 128 << 6 }, (_, place) => {
    const size = place & LONGEST
    const character = String.fromCharCode(place >> 6)
    const able = entries.filter(
      ({ first, rule: { min, max = size } }) =>
        (size >= min || size === LONGEST) && size <= max && first.test(character),
    )
    return able.length === 0 ? undefined : able.map(({ entry }) => entry)
  })
}

function toEntry(kind: number, rule: TokenRule): TokenEntry {
  const { second, follow = '', min, max = Number.POSITIVE_INFINITY } = rule
  const pattern = second === undefined ? null : new RegExp(`[${second}]`)
  return {
    kind,
    rule,
    min,
    max,
    second:
      pattern === null
        ? null
        : Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0)),
    // A shape begins with what stands for itself.
    follow: Uint8Array.from(follow, (character) => character.charCodeAt(0)),
  }
}
