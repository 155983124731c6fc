import type { Identity } from '@vedette/proto/wire'
import { foldEnrolments } from './enrolments.ts'
import { createOrganisationFleet, type OrganisationFleet } from './organisation.ts'
import type { FleetOptions, RunningFleet } from './running.ts'
import { type AgentState, isSameIdentity } from './state.ts'
import type { FleetEvent } from './types.ts'

// Sweeps per tick, and ticks between two readings of the enrolments.
const SWEEPS_PER_TICK = 10
const REFRESH_TICKS = 3

const NOTHING = Object.freeze({
  connected: 0,
  offline: 0,
  disputed: 0,
  replayed: 0,
  deaf: 0,
  gaps: 0,
  unknown: 0,
})

// Starts watching every organisation of the bus; close() stops its timers. Listeners must not throw.
export function createFleet(options: FleetOptions): RunningFleet {
  const { bus, store, clock, tick_ms } = options
  const fleets = new Map<string, OrganisationFleet>()
  const listeners = new Set<(event: FleetEvent) => void>()
  const reading = new Map<string, Promise<void>>()
  let turns = 0
  let cancel = () => {}

  const emit = (event: FleetEvent) => {
    for (const listen of listeners) listen(event)
  }

  function fleetOf(organisation: string): OrganisationFleet {
    const known = fleets.get(organisation)
    if (known !== undefined) return known
    const fleet = createOrganisationFleet({
      organisation,
      bus,
      clock,
      tick_ms,
      emit,
      onDispute: (dispute) => void store.disputes.put(dispute).catch(() => undefined),
      onUnknown: () => void refresh(organisation).catch(() => undefined),
    })
    fleets.set(organisation, fleet)
    // A link that was up before we listened told nobody.
    if (bus.isLinked(organisation)) fleet.take({ kind: 'link', organisation, up: true })
    void refresh(organisation).catch(() => undefined)
    return fleet
  }

  // One reading at a time per organisation; a store that fails is read again at the next turn.
  function refresh(organisation: string): Promise<void> {
    const running = reading.get(organisation)
    if (running !== undefined) return running
    const turn = read(organisation).finally(() => reading.delete(organisation))
    reading.set(organisation, turn)
    return turn
  }

  async function read(organisation: string): Promise<void> {
    const [rows, clusters, disputes] = await Promise.all([
      store.enrolments.list(organisation),
      store.clusters.list(organisation),
      store.disputes.list(organisation),
    ])
    const fleet = fleetOf(organisation)
    fleet.setEnrolments(foldEnrolments(rows, clusters))
    fleet.recall(disputes)
    // What a failed write left out is written again, and what was resolved is forgotten.
    const standing = fleet.disputes()
    const kept = new Set(disputes.map((one) => one.agent))
    for (const one of standing) if (!kept.has(one.agent)) await store.disputes.put(one)
    const stand = new Set(standing.map((one) => one.agent))
    for (const agent of kept) if (!stand.has(agent)) await store.disputes.remove(organisation, agent)
  }

  function turn(): void {
    cancel = clock.after(tick_ms / SWEEPS_PER_TICK, turn)
    turns += 1
    for (const organisation of bus.organisations()) {
      const fleet = fleetOf(organisation)
      if (turns % SWEEPS_PER_TICK === 0) fleet.tick()
      if (turns % (SWEEPS_PER_TICK * REFRESH_TICKS) === 0) void refresh(organisation).catch(() => undefined)
      fleet.sweep()
    }
  }

  async function resolveDispute(organisation: string, agent: string, keep: Identity): Promise<void> {
    const state = fleets.get(organisation)?.find(agent)
    if (state?.status !== 'disputed') throw new RangeError(`agent ${agent} is not disputed`)
    const claims = [state.process, ...state.others].filter((one) => one !== null)
    if (!claims.some((one) => isSameIdentity(one.identity, keep)))
      throw new RangeError('keep must be the identity of one of the claimants')
    for (const key of await keysToRevoke(state, keep)) await options.revoke(organisation, agent, key)
    await refresh(organisation)
    fleetOf(organisation).resolve(agent)
  }

  // A rival with keys of its own loses these. One without uses a copy of the kept one's: then all keys end, and the
  // kept one must enrol again.
  async function keysToRevoke(state: AgentState, keep: Identity): Promise<readonly (string | null)[]> {
    const rows = await store.enrolments.find(state.organisation, state.agent)
    const rivals = rows.filter(
      (row) =>
        row.revoked_at === null && !isSameIdentity({ kind: row.identity_kind, id: row.identity_id }, keep),
    )
    return rivals.length === 0 ? [null] : rivals.map((row) => row.public_key)
  }

  const unsubscribe = bus.onMessage((message) => fleetOf(message.organisation).take(message))
  for (const organisation of bus.organisations()) fleetOf(organisation)
  cancel = clock.after(tick_ms / SWEEPS_PER_TICK, turn)

  return Object.freeze({
    agents: (organisation: string) => fleets.get(organisation)?.views() ?? [],
    knowledge: (organisation: string) =>
      fleets.get(organisation)?.isKnown() === true ? 'known' : 'collecting',
    blind: (organisation: string) => fleets.get(organisation)?.isBlind() ?? true,
    onEvent(listen: (event: FleetEvent) => void) {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    resolveDispute,
    counts: (organisation: string) => fleets.get(organisation)?.counts() ?? NOTHING,
    refresh,
    close() {
      cancel()
      unsubscribe()
    },
  })
}
