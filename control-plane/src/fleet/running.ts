import type { Clock } from '@vedette/proto/clock'
import type { Bus } from '../bus/types.ts'
import type { Store } from '../store/types.ts'
import type { Fleet } from './types.ts'

export type FleetOptions = Readonly<{
  store: Store
  bus: Bus
  clock: Clock
  // Milliseconds of one tick: 10,000 in production.
  tick_ms: number
  // Ends one key of an agent, or with null all of them, in the store and on the bus.
  revoke(organisation: string, agent: string, publicKey: string | null): Promise<unknown>
}>

// What this replica counted since its start, per organisation.
export type FleetCounts = Readonly<{
  connected: number
  offline: number
  disputed: number
  replayed: number
  deaf: number
  gaps: number
  unknown: number
}>

export type RunningFleet = Fleet &
  Readonly<{
    counts(organisation: string): FleetCounts
    // Reads the enrolments again; called after an enrolment of our own.
    refresh(organisation: string): Promise<void>
    close(): void
  }>
