import type { Clock } from '@vedette/proto/clock'
import type { HealthReason, HealthWord } from '@vedette/proto/health'
import type { Scope } from '@vedette/proto/visibility'

type ServerHealth = Readonly<{ name: string; health: HealthWord; code?: string; version?: string }>

// What is known of one instance's health; times are epoch milliseconds of the agent.
export type InstanceHealth = Readonly<{
  health: HealthWord
  reason?: HealthReason
  // A state word such as `unauthorized` when not up.
  code?: string
  since: number
  checked_at: number | null
  scopes: readonly Scope[]
  // Scopes that are known to exist, reached from here or not.
  known_scopes?: readonly Scope[]
  servers: readonly ServerHealth[]
}>

export type Finding = Omit<InstanceHealth, 'since' | 'checked_at'>

export type HealthBook = Readonly<{
  get(instance: string): InstanceHealth
  // Notes what a probe found, now. `since` moves only when word, reason or code do.
  note(instance: string, finding: Finding): void
  // A real call was not let in: the word moves at once, without waiting for the next probe.
  noteUnauthorized(instance: string): void
  // Fires after each change of a word, reason, code or scope; returns the unsubscriber.
  onChange(listen: (instance: string) => void): () => void
}>

// Starts every instance as `unchecked`, never probed.
export function createHealthBook(clock: Clock, instances: readonly string[]): HealthBook {
  const listeners = new Set<(instance: string) => void>()
  const start: InstanceHealth = Object.freeze({
    health: 'unchecked',
    since: clock.now(),
    checked_at: null,
    scopes: [],
    servers: [],
  })
  const book = new Map<string, InstanceHealth>(instances.map((name) => [name, start]))
  const get = (instance: string) => book.get(instance) ?? start

  function note(instance: string, finding: Finding): void {
    const before = get(instance)
    const same =
      before.health === finding.health && before.reason === finding.reason && before.code === finding.code
    book.set(instance, {
      ...finding,
      since: same ? before.since : clock.now(),
      checked_at: finding.reason === undefined ? clock.now() : before.checked_at,
    })
    const scopesOf = ({ scopes, known_scopes }: Finding) => JSON.stringify([scopes, known_scopes])
    const moved = !same || scopesOf(before) !== scopesOf(finding)
    if (moved) for (const listen of listeners) listen(instance)
  }

  return Object.freeze({
    get,
    note,
    noteUnauthorized(instance: string) {
      const { scopes, servers } = get(instance)
      note(instance, { health: 'down', code: 'unauthorized', scopes, servers })
    },
    onChange(listen: (instance: string) => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  })
}
