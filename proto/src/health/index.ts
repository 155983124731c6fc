export type { HealthReason, HealthWord } from './words.ts'
export { HEALTH_WORDS } from './words.ts'
