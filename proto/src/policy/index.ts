export type { DenyRule, DenySubject } from './rules.ts'
export type { Mode, Tier } from './tiers.ts'
export { MODES, TIERS } from './tiers.ts'
