import { canonicalJson } from '@vedette/proto/canonical'
import type { Clock } from '@vedette/proto/clock'
import type { Part } from '@vedette/proto/visibility'
import type { CallAgent, CallRequest, CallResult } from '../bus/types.ts'
import type { Principal } from '../store/types.ts'

// What a call is beside its request: what its answer may be shared with, and for how long.
export type ReadingFacts = Readonly<{
  // Seconds for which an answer of this operation may be shared.
  freshness: number
  principal: Principal
  // The instance's own state: a reading of one that went down since, or that proves other scopes, is another's.
  state: Readonly<{ since: string; scopes: readonly unknown[] }>
  // Goes past what was read before.
  fresh: boolean
}>

export type Readings = Readonly<{
  // Gives a whole reading that is still fresh, joins an equal call under way, or asks.
  read(request: CallRequest, facts: ReadingFacts, ask: CallAgent): Promise<CallResult>
}>

type Answered = Extract<CallResult, { kind: 'answered' }>
type Kept = Readonly<{ result: Answered; until: number; bytes: number }>
type Flight = { waiting: number; readonly gone: AbortController; readonly result: Promise<CallResult> }

const MAX_KEPT = 5_000
const MAX_BYTES = 64 * 1024 * 1024
// A reading that is larger is asked for again.
const MAX_READING_BYTES = 2 * 1024 * 1024
// Milliseconds that are still worth asking in, after an equal call ran out of its own time.
const AGAIN_MS = 500

// Readings that equal questions share, in this replica's memory. Only what was read whole is kept, never a failure or
// a part; a key holds everything that could make another answer of the same words, the right to ask included. Redaction
// tags belong to one investigation: an answer that holds any stays in its own, and without one is nobody's.
export function createReadings({
  clock,
  maxSeconds,
}: Readonly<{ clock: Clock; maxSeconds: number }>): Readings {
  const kept = new Map<string, Kept>()
  const flights = new Map<string, Flight>()
  let bytes = 0

  function drop(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function find(key: string): Answered | null {
    const one = kept.get(key)
    if (one === undefined) return null
    if (one.until > clock.monotonic()) return one.result
    drop(key)
    return null
  }

  function keep(key: string, result: CallResult, until: number): void {
    const size = result.receipt?.bytes ?? 0
    if (!isWhole(result) || size > MAX_READING_BYTES) return
    drop(key)
    kept.set(key, { result, until, bytes: size })
    bytes += size
    // A Map gives its keys in the order in which they came: the oldest first.
    for (const oldest of kept.keys()) {
      if (kept.size <= MAX_KEPT && bytes <= MAX_BYTES) break
      drop(oldest)
    }
  }

  return Object.freeze({
    async read(request: CallRequest, facts: ReadingFacts, ask: CallAgent): Promise<CallResult> {
      const seconds = Math.min(facts.freshness, maxSeconds)
      if (seconds <= 0 || !isShared(request)) return ask(request)
      const key = toKey(request, facts)
      const own = request.investigation === undefined ? null : `${request.investigation} ${key}`
      const found = facts.fresh ? null : (find(key) ?? (own === null ? null : find(own)))
      if (found !== null) return toShared(found)
      const started = clock.monotonic()
      const settle = (result: CallResult): CallResult => {
        const isTagged = result.kind === 'answered' && Object.keys(result.meta.redacted).length > 0
        const place = isTagged ? own : key
        if (place !== null) keep(place, result, started + seconds * 1000)
        return result
      }
      if (own === null || facts.fresh) return settle(await ask(request))
      const joined = flights.get(own)
      if (joined === undefined || joined.gone.signal.aborted)
        return lead(own, request, async (asked) => settle(await ask(asked)))
      const result = await wait(joined, request, request.budget_ms)
      const left = request.budget_ms - (clock.monotonic() - started)
      // Its time was shorter than ours: what is left is worth a question of our own.
      if (result !== null && (!ranOut(result) || left < AGAIN_MS)) return toShared(result)
      return result === null
        ? toGivenUp(clock.monotonic() - started)
        : settle(await ask({ ...request, budget_ms: left }))
    },
  })

  // Asks for all that join: the call is given up when the last of them has gone.
  function lead(key: string, request: CallRequest, ask: CallAgent): Promise<CallResult> {
    const gone = new AbortController()
    const result = ask({ ...request, signal: gone.signal })
    const flight: Flight = { waiting: 0, gone, result }
    flights.set(key, flight)
    const land = () => {
      if (flights.get(key) === flight) flights.delete(key)
    }
    result.then(land, land)
    return wait(flight, request, null).then((waited) => waited ?? toGivenUp(request.budget_ms))
  }

  // Waits within the caller's own time; null when that is over or the caller has gone.
  function wait(
    flight: Flight,
    { signal }: CallRequest,
    budget_ms: number | null,
  ): Promise<CallResult | null> {
    flight.waiting += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        end()
        flight.waiting -= 1
        if (flight.waiting === 0) flight.gone.abort()
        // Who gave up last hears what had come until then.
        if (flight.waiting > 0) resolve(null)
      }
      // Who leads waits for the call's own deadline; who came with less time has one of their own.
      const cancel = budget_ms === null ? () => {} : clock.after(budget_ms + 50, leave)
      const end = () => {
        cancel()
        signal.removeEventListener('abort', leave)
      }
      signal.addEventListener('abort', leave, { once: true })
      flight.result.then(
        (result) => {
          end()
          resolve(result)
        },
        (error: unknown) => {
          end()
          reject(error)
        },
      )
      if (signal.aborted) leave()
    })
  }
}

function toGivenUp(waited: number): CallResult {
  return {
    kind: 'lost',
    part: { scope: {}, state: 'timed_out', waited_ms: Math.round(waited), phase: 'agent' },
  }
}

// A reading that changes nothing and needs nobody's approval.
function isShared({ tier, approval, preview }: CallRequest): boolean {
  return (tier === 'read' || tier === 'metered_read') && approval === undefined && preview === undefined
}

function isWhole(result: CallResult): result is Answered {
  return result.kind === 'answered' && result.parts.every(isWholePart)
}

// Read to its end, or to the end of the page that was asked for.
function isWholePart({ state, cap }: Part): boolean {
  if (state === 'truncated') return cap === 'page' || cap === 'rows'
  return state === 'read' || state === 'empty'
}

function ranOut(result: CallResult): boolean {
  return result.kind === 'lost' && result.part.state === 'timed_out'
}

// The same reading for somebody else: no call was made for them.
function toShared(result: CallResult): CallResult {
  if (result.kind !== 'answered') return result
  return { ...result, meta: { ...result.meta, vendor_calls: 0, cached: true } }
}

function toKey(request: CallRequest, { principal, state }: ReadingFacts): string {
  const { mode, role, delegated, families, tiers } = principal
  return JSON.stringify([
    request.organisation,
    request.agent,
    request.incarnation,
    request.instance,
    state.since,
    state.scopes,
    request.operation,
    request.contract,
    request.tier,
    request.policy_hash,
    [mode, role, delegated, families, tiers],
    canonicalJson(request.arguments),
  ])
}
