import type { CustomPattern } from './custom.ts'
import type { Sized } from './cut.ts'
import type { AddressPolicy } from './detect/hit.ts'
import type { Counts, RedactMode } from './redact-sync.ts'
import type { HintTree } from './structure/hints.ts'
import type { Finding } from './structure/job.ts'

// What a worker is started with; it holds for all of its jobs.
export type WorkerSettings = Readonly<{ addresses: AddressPolicy; custom: readonly CustomPattern[] }>

// One redaction: a JSON text in, a JSON text out.
export type WorkerJob = Readonly<{
  id: number
  text: string
  mode: RedactMode
  key: Uint8Array
  hints: HintTree | null
  // 0 asks for the whole.
  maxBytes: number
  explain: boolean
}>

// `ready` once after the start; then one answer a job, in order. `cpuMs` is all that the thread has used so far.
export type WorkerAnswer =
  | Readonly<{ id: 'ready'; cpuMs: number }>
  | Readonly<{
      id: number
      ok: true
      sized: Sized | null
      counts: Counts
      findings: readonly Finding[]
      cpuMs: number
    }>
  | Readonly<{ id: number; ok: false; cpuMs: number }>
