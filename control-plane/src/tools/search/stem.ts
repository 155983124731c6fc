// The stem of an English word in lower case, by the algorithm of M. F. Porter, "An algorithm for suffix stripping",
// Program 14(3), 1980, 130-137. Words of one or two letters stay as they are.
export function stem(word: string): string {
  if (word.length <= 2 || !/^[a-z]+$/.test(word)) return word
  return [stripPlural, stripPast, turnY, stripDouble, stripFull, stripLast, stripE].reduce(
    (one, step) => step(one),
    word,
  )
}

type Rule = readonly [suffix: string, replacement: string]

const DOUBLE: readonly Rule[] = Object.freeze([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['eli', 'e'],
  ['ousli', 'ous'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
])

const FULL: readonly Rule[] = Object.freeze([
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
])

const LAST =
  /^(.*?)(al|ance|ence|er|ic|able|ible|ant|ement|ment|ent|(?<=[st])ion|ou|ism|ate|iti|ous|ive|ize)$/

// Consonants and vowels as runs: the measure of Porter is how often a vowel run is followed by a consonant run.
function shapeOf(word: string): string {
  return word.replaceAll(/[aeiou]|(?<=[^aeiou])y/g, 'V').replaceAll(/[^V]/g, 'C')
}

function measure(word: string): number {
  return shapeOf(word).match(/V+C+/g)?.length ?? 0
}

function hasVowel(word: string): boolean {
  return shapeOf(word).includes('V')
}

function endsShort(word: string): boolean {
  return /CVC$/.test(shapeOf(word)) && !/[wxy]$/.test(word)
}

function stripPlural(word: string): string {
  if (/(ss|i)es$/.test(word)) return word.slice(0, -2)
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word
}

function stripPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const base = /^(.*)(?:ed|ing)$/.exec(word)?.[1]
  if (base === undefined || !hasVowel(base)) return word
  if (/(at|bl|iz)$/.test(base)) return `${base}e`
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1)
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base
}

function turnY(word: string): string {
  return word.endsWith('y') && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word
}

// The longest suffix that fits decides, whether the measure then allows it or not.
function replaceBy(rules: readonly Rule[], word: string): string {
  const [found] = rules.filter(([suffix]) => word.endsWith(suffix)).sort(([a], [b]) => b.length - a.length)
  if (found === undefined) return word
  const base = word.slice(0, -found[0].length)
  return measure(base) > 0 ? base + found[1] : word
}

function stripDouble(word: string): string {
  return replaceBy(DOUBLE, word)
}

function stripFull(word: string): string {
  return replaceBy(FULL, word)
}

function stripLast(word: string): string {
  const base = LAST.exec(word)?.[1]
  return base !== undefined && measure(base) > 1 ? base : word
}

function stripE(word: string): string {
  const base = word.slice(0, -1)
  if (word.endsWith('e') && (measure(base) > 1 || (measure(base) === 1 && !endsShort(base)))) return base
  return word.endsWith('ll') && measure(word) > 1 ? base : word
}
