export { createFleet } from './create-fleet.ts'
export type { FleetCounts, FleetOptions, RunningFleet } from './running.ts'
export type { AgentStatus, AgentView, Fleet, FleetEvent } from './types.ts'
