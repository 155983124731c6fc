import { type Clock, sleep } from '@vedette/proto/clock'
import type { EnrollRequest } from '@vedette/proto/wire'
import { connectAgent, type Servers } from './connection.ts'
import {
  type Applicant,
  askLobby,
  type EnrolResult,
  type RefusalCode,
  toClusterRequest,
  toJoinRequest,
  toRenewalRequest,
} from './enrol.ts'
import { type Enrolled, type IdentityStore, readHalfLife } from './identity-store.ts'
import { type Listener, openSession, type Session, type SessionEnd } from './session.ts'

// Why the link ended: it was told to, or enrolment was refused for good.
export type LinkEnd = Readonly<{ kind: 'stopped' }> | Readonly<{ kind: 'refused'; code: RefusalCode }>

export type LinkEvent =
  | 'up'
  | 'down'
  | 'away'
  | 'deaf'
  | 'enrolled'
  | 'renewed'
  | 'not_kept'
  | 'lobby_refused'
  | 'renewal_failed'
  | 'cluster_unknown'
  | 'issuer_away'

export type LinkOptions = Readonly<{
  clock: Clock
  servers: Servers
  store: IdentityStore
  applicant: Applicant
  // Read each time they are needed, so that rotation needs no restart. Throw SourceError when missing.
  readLobbyCreds(): Promise<string>
  readJoinToken(): Promise<string>
  // The pod's ServiceAccount token, in place of join token and renewal; null: this agent is proved by its key.
  readClusterToken: (() => Promise<string>) | null
  // The tick in milliseconds, before enrolment the default one.
  tickMs(): number
  listeners(enrolled: Enrolled): readonly Listener[]
  onEvent(event: LinkEvent): void
  signal: AbortSignal
  // 0 to 1.
  random: () => number
}>

export type Link = Readonly<{
  isUp(): boolean
  session(): Session | null
  // Keeps the link up until the signal aborts or enrolment is refused for good.
  run(): Promise<LinkEnd>
  // Sends what is under way and closes.
  close(): Promise<void>
}>

// Longest wait before another try: half a tick, 5 s with the tick of 10 s.
const JITTER_TICKS = 0.5
// Longest wait before a failed renewal is tried again, while the old credential still serves.
const RENEWAL_TICKS = 6
// A timer holds 24 days at most; a longer life is renewed early.
const MAX_TIMER_MS = 2_000_000_000
const FATAL: ReadonlySet<RefusalCode> = new Set([
  'token_unknown',
  'token_used',
  'token_expired',
  'revoked',
  'malformed',
])

// Enrols, connects, reconnects, renews: for ever.
export function createLink(options: LinkOptions): Link {
  const { clock, store, signal } = options
  let session: Session | null = null
  // When to renew, in monotonic milliseconds: a fresh credential counts from its arrival, whatever the wall clock says.
  let renewAt = toRenewAt(store.enrolled()?.jwt, (life) => life.left)

  function toRenewAt(
    jwt: string | undefined,
    choose: (life: Readonly<{ half: number; left: number }>) => number,
  ): number | null {
    const life = jwt === undefined ? null : readHalfLife(jwt, clock.now())
    return life === null ? null : clock.monotonic() + choose(life)
  }

  const delay = () => options.random() * JITTER_TICKS * options.tickMs()
  const rest = () => sleep(clock, delay(), signal)

  async function ask(): Promise<EnrolResult> {
    const known = store.enrolled()
    const creds = await options.readLobbyCreds().catch((error: unknown) => {
      // Without an identity nothing can ever work; with one the agent goes on serving while its JWT lasts.
      if (known === null) throw error
      return null
    })
    if (creds === null) return { kind: 'lobby_refused' }
    const request = await toRequest(known)
    if (request === null) return { kind: 'refused', code: 'bad_proof' }
    const result = await askLobby(options.servers, creds, request)
    if (result.kind === 'enrolled') {
      renewAt = toRenewAt(result.enrolled.jwt, (life) => life.half)
      if (!(await store.save(result.enrolled))) options.onEvent('not_kept')
      options.onEvent(known === null ? 'enrolled' : 'renewed')
    }
    return result
  }

  // Null when a token that a known agent needs cannot be read now; one without an identity cannot go on without it.
  async function toRequest(known: Enrolled | null): Promise<EnrollRequest | null> {
    if (options.readClusterToken !== null) {
      const token = await options.readClusterToken().catch((error: unknown) => {
        if (known === null) throw error
        return null
      })
      return token === null ? null : toClusterRequest(store.key, options.applicant.version, token)
    }
    if (known !== null) return toRenewalRequest(store.key, known.agent, clock)
    return toJoinRequest(store.key, options.applicant, await options.readJoinToken())
  }

  // Asks until there is an answer; an agent whose proof fails (a wrong clock) goes on asking.
  async function askUntilAnswered(): Promise<LinkEnd | null> {
    for (;;) {
      const result = await ask()
      if (result.kind === 'enrolled') return null
      if (result.kind === 'refused' && FATAL.has(result.code)) return { kind: 'refused', code: result.code }
      options.onEvent(result.kind === 'refused' ? toEvent(result.code) : result.kind)
      await rest()
    }
  }

  async function open(enrolled: Enrolled): Promise<Session | 'unauthorized' | 'away'> {
    const seed = store.key.getSeed()
    const login = { agent: enrolled.agent, jwt: enrolled.jwt, seed, reconnectDelay: delay }
    const connected = await connectAgent(options.servers, login)
    if (connected.kind !== 'connected') return connected.kind
    // Opening waits for a server that went away meanwhile; whoever is told to stop does not wait with it.
    const stopped = waitForAbort(signal)
    const opening = openSession(connected.connection, {
      clock,
      listeners: options.listeners(enrolled),
      onDown: () => options.onEvent('down'),
      onUp: () => options.onEvent('up'),
    })
    const opened = await Promise.race([opening, stopped.aborted]).finally(stopped.cancel)
    if (opened !== 'stopped') return opened
    await connected.connection.close()
    return 'away'
  }

  // Serves over one session and its successors at each half life; resolves when the last one is over.
  async function serve(first: Session): Promise<LinkEnd | SessionEnd> {
    let current = first
    session = current
    options.onEvent('up')
    for (;;) {
      const wait = createWait(clock, renewAt)
      const stopped = waitForAbort(signal)
      const next = await Promise.race([current.ended, wait.due, stopped.aborted]).finally(() => {
        wait.cancel()
        stopped.cancel()
      })
      if (next === 'stopped') return { kind: 'stopped' }
      if (next !== 'due') {
        options.onEvent(next === 'deaf' ? 'deaf' : 'down')
        await current.retire()
        return next
      }
      const result = await ask()
      if (result.kind === 'refused' && FATAL.has(result.code)) return { kind: 'refused', code: result.code }
      const enrolled = store.enrolled()
      const successor = result.kind === 'enrolled' && enrolled !== null ? await open(enrolled) : 'away'
      if (typeof successor === 'string') {
        options.onEvent('renewal_failed')
        renewAt = clock.monotonic() + options.random() * RENEWAL_TICKS * options.tickMs()
        continue
      }
      // The new session serves before the old one leaves; nonces keep a call heard by both from running twice.
      session = successor
      await current.retire()
      current = successor
    }
  }

  async function runUntilEnd(): Promise<LinkEnd> {
    let isDeaf = false
    for (;;) {
      const enrolled = store.enrolled()
      // A refused subscription asks for another JWT: with this one it would be refused again.
      const opened = enrolled === null || isDeaf ? 'unauthorized' : await open(enrolled)
      isDeaf = false
      if (typeof opened !== 'string') {
        const end = await serve(opened)
        if (typeof end !== 'string') return end
        session = null
        isDeaf = end === 'deaf'
        await rest()
      } else if (opened === 'away') {
        options.onEvent('away')
        await rest()
      } else {
        const end = await askUntilAnswered()
        if (end !== null) return end
        if (enrolled !== null) await rest()
      }
    }
  }

  return Object.freeze({
    isUp: () => session?.isUp() ?? false,
    session: () => session,
    async run(): Promise<LinkEnd> {
      try {
        return await runUntilEnd()
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' }
        throw error
      }
    },
    async close() {
      const last = session
      session = null
      await last?.retire()
    },
  })
}

function toEvent(code: RefusalCode): LinkEvent {
  return code === 'cluster_unknown' || code === 'issuer_away' ? code : 'renewal_failed'
}

function createWait(clock: Clock, at: number | null): Readonly<{ due: Promise<'due'>; cancel(): void }> {
  const { promise, resolve } = Promise.withResolvers<'due'>()
  return {
    due: promise,
    cancel:
      at === null
        ? () => {}
        : clock.after(Math.min(MAX_TIMER_MS, Math.max(0, at - clock.monotonic())), () => resolve('due')),
  }
}

function waitForAbort(signal: AbortSignal): Readonly<{ aborted: Promise<'stopped'>; cancel(): void }> {
  const { promise, resolve } = Promise.withResolvers<'stopped'>()
  const stop = () => resolve('stopped')
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  return { aborted: promise, cancel: () => signal.removeEventListener('abort', stop) }
}
