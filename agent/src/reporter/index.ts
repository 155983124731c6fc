export type { AgentFacts, AgentState, StateSources } from './build-report.ts'
export { buildState, digestState } from './build-report.ts'
export type { Reporter } from './reporter.ts'
export { createReporter } from './reporter.ts'
