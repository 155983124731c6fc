export type { ResultSet, ResultSets } from './create-results.ts'
export { createResults } from './create-results.ts'
export { createResultTools, UNKNOWN_RESULT } from './tools.ts'
