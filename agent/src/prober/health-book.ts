import type { Clock } from '@vedette/proto/clock'
import type { RefusedOperation, ServerProbe } from '@vedette/proto/connector'
import { foldServers, type HealthReason, type HealthWord, isServing } from '@vedette/proto/health'
import type { Scope } from '@vedette/proto/visibility'
import { findUnanswerable, type Unanswerable } from './unanswerable.ts'

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
  servers: readonly ServerProbe[]
  // What the last probe said of operations that the credential may not run or the server has not got.
  refused?: readonly RefusedOperation[]
  // Operations that nobody is to be asked for now, made of `servers` and `refused`.
  unanswerable?: readonly Unanswerable[]
}>

export type Finding = Omit<InstanceHealth, 'since' | 'checked_at' | 'unanswerable'>

export type HealthBook = Readonly<{
  get(instance: string): InstanceHealth
  // Notes what a probe found, now. `since` moves only when word, reason or code do.
  note(instance: string, finding: Finding): void
  // A real call was not let in: the word moves at once, without waiting for the next probe.
  noteUnauthorized(instance: string): void
  // A real call was not let in by one server of several: what needs it leaves the served set at once.
  noteServerUnauthorized(instance: string, server: string): void
  // Fires after each change of a word, reason, code, scope or of what cannot be answered; returns the unsubscriber.
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

  function note(instance: string, found: Finding): void {
    enter(instance, found, found.reason === undefined ? clock.now() : get(instance).checked_at)
  }

  function enter(instance: string, found: Finding, checkedAt: number | null): void {
    const before = get(instance)
    const finding = keepScopes(found, before)
    const same =
      before.health === finding.health && before.reason === finding.reason && before.code === finding.code
    const unanswerable = findUnanswerable(finding, before, clock.now())
    book.set(instance, {
      ...finding,
      unanswerable,
      since: same ? before.since : clock.now(),
      checked_at: checkedAt,
    })
    const told = ({ scopes, known_scopes }: Finding, words: InstanceHealth['unanswerable']) =>
      JSON.stringify([scopes, known_scopes, words])
    const moved = !same || told(before, before.unanswerable ?? []) !== told(finding, unanswerable)
    if (moved) for (const listen of listeners) listen(instance)
  }

  function noteUnauthorized(instance: string): void {
    const { scopes, servers } = get(instance)
    note(instance, { health: 'down', code: 'unauthorized', scopes, servers })
  }

  return Object.freeze({
    get,
    note,
    noteUnauthorized,
    noteServerUnauthorized(instance: string, server: string) {
      const { since: _, checked_at, unanswerable: __, ...last } = get(instance)
      const servers = last.servers.map((one): ServerProbe => {
        return one.name === server ? { ...one, health: 'down', code: 'unauthorized' } : one
      })
      const health = foldServers(servers.map((one) => one.health))
      // A server that no probe has named is the whole instance.
      if (health === 'down' || !servers.some((one) => one.name === server)) noteUnauthorized(instance)
      else if (last.health !== 'down' && last.health !== 'not_configured')
        // The other servers were not probed by this call.
        enter(instance, { ...last, health, code: 'unauthorized', servers }, checked_at)
    },
    onChange(listen: (instance: string) => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
  })
}

// An instance that is not asked proved no scope and disproved none: what was proved before still names the place. One
// that serves says itself what it proves, for that names what is read.
function keepScopes(found: Finding, before: InstanceHealth): Finding {
  if (isServing(found.health) || found.scopes.length > 0 || found.code === 'scope_mismatch') return found
  return { ...found, scopes: before.code === 'scope_mismatch' ? [] : before.scopes }
}
