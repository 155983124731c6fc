export type { HealthBook, InstanceHealth } from './health-book.ts'
export { createHealthBook } from './health-book.ts'
export type { Prober } from './prober.ts'
export { createProber, PROBE_TICKS } from './prober.ts'
