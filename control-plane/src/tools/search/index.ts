export { CALL_TOOL, type Discovery, toPinned } from './discovery.ts'
export type { Ranked, Searchable, SearchIndex } from './rank.ts'
export { createSearchIndex } from './rank.ts'
export { createFinderTools } from './search-tool.ts'
