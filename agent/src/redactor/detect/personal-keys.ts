import { KINDS } from '../kinds/index.ts'
import { toWords } from '../secret-keys.ts'

const BY_LAST = new Map<string, (readonly [words: readonly string[], kind: number])[]>()
for (const [kind, { keys = [] }] of KINDS.entries())
  for (const key of keys)
    for (const spelling of key.includes('_') ? [key, key.replaceAll('_', '')] : [key]) {
      const words = spelling.split('_')
      const last = words.at(-1) ?? ''
      BY_LAST.set(last, [...(BY_LAST.get(last) ?? []), [words, kind]])
    }
// The longest name says most.
for (const entries of BY_LAST.values()) entries.sort((a, b) => b[0].length - a[0].length)

// Last words of keys whose value is of one kind as a whole.
export const PERSONAL_WORDS: readonly string[] = Object.freeze([...BY_LAST.keys()])

// The kind, by its place in the table, that the name of a key says its value is; -1 when it says none.
export function judgePersonalKey(key: string): number {
  const words = toWords(key)
  for (const [ending, kind] of BY_LAST.get(words.at(-1) ?? '') ?? []) {
    const from = words.length - ending.length
    if (from >= 0 && ending.every((word, at) => word === words[from + at])) return kind
  }
  return -1
}

// Names of things are under these keys as often as those of people: only two words or more are a person.
const SPACED = /(?:customer|patient|street|recipient)$/i

// Tells whether a value has the form of its kind.
export function isPersonalValue(kind: number, key: string, value: string): boolean {
  const form = KINDS[kind]?.value
  if (form === undefined || value === '' || value.length > 512) return false
  return form.test(value) && (!SPACED.test(key) || value.trim().includes(' '))
}
