export type { Ranked, Searchable, SearchIndex } from './rank.ts'
export { createSearchIndex } from './rank.ts'
