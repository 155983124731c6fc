import { toSynonyms } from './synonyms.ts'
import { toWords } from './words.ts'

// What the search knows of one tool.
export type Searchable = Readonly<{
  name: string
  title: string
  description: string
  // Hints of when to use it.
  when?: readonly string[]
}>

export type Ranked = Readonly<{ name: string; score: number }>

export type SearchIndex = Readonly<{
  // The best matches first, at most `count`; ties keep the order of the tools. Empty when no word is known.
  search(text: string, count: number): readonly Ranked[]
}>

// How often a word counts by where it stands.
const WEIGHTS = Object.freeze({ name: 3, title: 3, when: 2, description: 1 })
// The usual constants of BM25: how soon repeats saturate, and how much a long text is held against it.
const K1 = 1.2
const B = 0.75
// A synonym says less than the word itself.
const SYNONYM = 0.4

type Weighed = Readonly<{ name: string; counts: ReadonlyMap<string, number>; length: number }>

// Ranks tools by BM25 over weighted fields (S. Robertson and H. Zaragoza, "The probabilistic relevance framework: BM25
// and beyond", 2009, section 3.6). Pure: the same tools and text always give the same order.
export function createSearchIndex(tools: readonly Searchable[]): SearchIndex {
  const documents = tools.map(weigh)
  const mean = documents.reduce((sum, one) => sum + one.length, 0) / Math.max(1, documents.length)
  const spread = new Map<string, number>()
  for (const { counts } of documents)
    for (const word of counts.keys()) spread.set(word, (spread.get(word) ?? 0) + 1)

  function rarity(word: string): number {
    const found = spread.get(word) ?? 0
    return Math.log(1 + (documents.length - found + 0.5) / (found + 0.5))
  }

  function score(one: Weighed, wanted: ReadonlyMap<string, number>): number {
    let sum = 0
    for (const [word, weight] of wanted) {
      const count = (one.counts.get(word) ?? 0) / (1 - B + (B * one.length) / mean)
      sum += weight * rarity(word) * (count / (K1 + count))
    }
    return sum
  }

  return Object.freeze({
    search(text: string, count: number) {
      const words = toWords(text.slice(0, 1_000))
      const wanted = new Map(words.map((word) => [word, 1]))
      for (const word of toSynonyms(words)) wanted.set(word, SYNONYM)
      return documents
        .map((one) => ({ name: one.name, score: score(one, wanted) }))
        .filter((one) => one.score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, count)
    },
  })
}

function weigh({ name, title, description, when = [] }: Searchable): Weighed {
  const counts = new Map<string, number>()
  const add = (text: string, weight: number) => {
    for (const word of toWords(text)) counts.set(word, (counts.get(word) ?? 0) + weight)
  }
  add(name, WEIGHTS.name)
  add(title, WEIGHTS.title)
  add(when.join(' '), WEIGHTS.when)
  add(description, WEIGHTS.description)
  return { name, counts, length: [...counts.values()].reduce((sum, one) => sum + one, 0) }
}
