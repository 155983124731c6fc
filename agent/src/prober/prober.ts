import { type Clock, sleep } from '@vedette/proto/clock'
import type { Instance } from '../host/index.ts'
import { createHealthBook, type HealthBook } from './health-book.ts'
import { probeInstance } from './probe.ts'

// Ticks between two probes of an instance, and the longest that one may take.
export const PROBE_TICKS = 3
const PROBE_TIMEOUT_MS = 10_000
const JITTER = 0.1

export type Prober = Readonly<{
  health: HealthBook
  // True while the last probe of an instance is at most two intervals old.
  isFresh(instance: string): boolean
  // Probes every instance once, side by side.
  probeAll(): Promise<void>
  // Probes an instance now, unless that is under way or its last probe began less than a tick ago: a real call has
  // lost its connection.
  recheck(instance: string): Promise<void>
  // Goes on probing until the signal aborts; `onRound` follows each round.
  watch(options: ProberOptions): void
}>

type ProberOptions = Readonly<{
  // Milliseconds of one tick, asked each time: enrolment may change it.
  tickMs(): number
  signal: AbortSignal
  onRound(): void
  // 0 to 1.
  random: () => number
}>

// Watches the health of every instance.
export function createProber(clock: Clock, instances: readonly Instance[]): Prober {
  const health = createHealthBook(
    clock,
    instances.map((instance) => instance.name),
  )
  let tickMs = () => 10_000
  const interval = () => PROBE_TICKS * tickMs()
  const begun = new Map<string, number>()

  async function probeOne(instance: Instance): Promise<void> {
    begun.set(instance.name, clock.now())
    health.note(instance.name, await probeInstance(clock, instance, PROBE_TIMEOUT_MS))
  }

  // Side by side: a hung server delays no other's word.
  async function probeAll(): Promise<void> {
    await Promise.all(instances.map(probeOne))
  }

  async function goOn({ signal, onRound, random }: ProberOptions): Promise<void> {
    while (!signal.aborted) {
      const jitter = 1 + JITTER * (2 * random() - 1)
      await sleep(clock, interval() * jitter, signal)
      await probeAll()
      if (!signal.aborted) onRound()
    }
  }

  return Object.freeze({
    health,
    isFresh(instance: string) {
      const { checked_at } = health.get(instance)
      return checked_at !== null && clock.now() - checked_at <= 2 * interval() + PROBE_TIMEOUT_MS
    },
    probeAll,
    async recheck(name: string) {
      const instance = instances.find((one) => one.name === name)
      const last = begun.get(name)
      const isSoon = last !== undefined && clock.now() - last < tickMs()
      if (instance !== undefined && !isSoon) await probeOne(instance)
    },
    watch(options: ProberOptions) {
      tickMs = options.tickMs
      void goOn(options).catch(() => {}) // ends only with its signal
    },
  })
}
