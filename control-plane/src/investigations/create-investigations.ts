import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import { cleanArguments, cleanText } from '../audit/index.ts'
import type { EntryRow, InvestigationRow, Principal, Store } from '../store/index.ts'
import type { Investigations, NewStep, ThreadAsk, Writing, Written } from './types.ts'
import { createWriter } from './write.ts'

export type InvestigationsOptions = Readonly<{
  store: Pick<Store, 'investigations' | 'organisations'>
  clock: Clock
  // Told of faults of our own.
  onFault?: ((error: unknown) => void) | undefined
}>

// Idle time after which a client's next call begins another thread: 30 minutes.
export const THREAD_GAP_MS = 30 * 60_000
// How long a thread is kept after its last call: 90 days.
export const KEPT_MS = 90 * 86_400_000
// Steps of one thread that are kept; those beyond are counted.
export const MAX_STEPS = 1_000
export const MAX_TITLE = 120
const SWEEP_MS = 3_600_000
// A client that calls again so soon on the same thread leaves its time as it stands: a write less for each call.
const MOVE_MS = 10_000
const HANDLE = /^inv_[A-Za-z0-9_-]{22}$/

// The investigations of one replica; all that it knows stands in the store, so that any replica goes on with them.
export function createInvestigations(options: InvestigationsOptions): Investigations {
  const { store, clock } = options
  const { investigations } = store
  // Calls of one client that come side by side share the thread that the first of them opens.
  const opening = new Map<string, Promise<string>>()
  let cancelSweep = clock.after(SWEEP_MS, sweep)

  function sweep(): void {
    cancelSweep = clock.after(SWEEP_MS, sweep)
    pruneAll().catch((error: unknown) => options.onFault?.(error))
  }

  async function pruneAll(): Promise<void> {
    for (const organisation of await store.organisations.list())
      await investigations.prune(organisation, clock.now() - KEPT_MS)
  }

  // Another organisation's thread, a forgotten one and, for a narrowed token, somebody else's: all are unknown.
  async function find(principal: Principal, id: string): Promise<InvestigationRow | null> {
    if (!HANDLE.test(id)) return null
    const row = await investigations.find(principal.organisation, id)
    if (row === null || row.last_at < clock.now() - KEPT_MS) return null
    return !isNarrowed(principal) || row.principal === principal.id ? row : null
  }

  async function follow(ask: ThreadAsk): Promise<string | null | 'unknown'> {
    const { principal, client, investigation } = ask
    const { organisation } = principal
    const at = clock.now()
    if (investigation !== undefined) {
      const row = await find(principal, investigation)
      if (row === null) return 'unknown'
      if (client === undefined || ask.moves === false) return investigation
      const key = toKey(principal, client)
      const current = await investigations.thread(organisation, key)
      if (current?.investigation !== investigation || at - current.at >= MOVE_MS)
        await investigations.follow(organisation, { ...key, investigation, at })
      return investigation
    }
    if (client === undefined) return null
    const key = toKey(principal, client)
    const current = await investigations.thread(organisation, key)
    if (current !== null && at - current.at <= THREAD_GAP_MS) {
      const id = current.investigation
      if (at - current.at >= MOVE_MS)
        await investigations.follow(organisation, { ...key, investigation: id, at })
      return id
    }
    if (!ask.opens) return null
    const name = JSON.stringify([organisation, key.principal, key.client])
    const running = opening.get(name)
    if (running !== undefined) return running
    const turn = open(principal, { client, title: ask.title, titled_by: null }).finally(() =>
      opening.delete(name),
    )
    opening.set(name, turn)
    return turn
  }

  const open: Investigations['open'] = async (principal, { client, title, titled_by }) => {
    const id = `inv_${randomBytes(16).toString('base64url')}`
    const at = clock.now()
    const key = toKey(principal, client)
    await investigations.open({
      organisation: principal.organisation,
      id,
      title: toTitle(title),
      titled_by,
      principal: principal.id,
      client: key.client,
      opened_at: at,
      last_at: at,
      calls: 0,
      partial: 0,
      none: 0,
      errors: 0,
      outcome: null,
      outcome_by: null,
    })
    await investigations.follow(principal.organisation, { ...key, investigation: id, at })
    return id
  }

  async function record({ principal, purpose, arguments: args, ...step }: NewStep): Promise<void> {
    const cleaned = cleanArguments(args)
    await investigations.addStep(
      {
        ...step,
        organisation: principal.organisation,
        at: clock.now(),
        principal: principal.id,
        purpose: purpose === null ? null : cleanText(purpose),
        // Arguments are an object by then, and cleaning keeps it one; anything else was refused.
        arguments: typeof cleaned === 'object' && cleaned !== null ? { ...cleaned } : {},
      },
      MAX_STEPS,
    )
  }

  return Object.freeze({
    follow,
    open,
    record,
    async list(principal, filter) {
      const from = Math.max(filter.from ?? 0, clock.now() - KEPT_MS)
      const own = isNarrowed(principal) ? { principal: principal.id } : {}
      return investigations.list(principal.organisation, { ...filter, from, ...own })
    },
    async read(principal, id) {
      const row = await find(principal, id)
      if (row === null) return null
      const [steps, entries] = await Promise.all([
        investigations.steps(principal.organisation, id),
        investigations.entries(principal.organisation, id),
      ])
      return { row, steps, entries }
    },
    ...createWriter({ investigations, clock, find }),
    close: () => cancelSweep(),
  } satisfies Investigations)
}

// What a writer stands on.
export type WriterParts = Readonly<{
  investigations: Store['investigations']
  clock: Pick<Clock, 'now'>
  find(principal: Principal, id: string): Promise<InvestigationRow | null>
}>

export type EntryDraft = Pick<EntryRow, 'kind' | 'text' | 'word' | 'evidence'>
export type Write = (by: Writing, id: string) => Promise<Written>

function isNarrowed({ families, tiers }: Principal): boolean {
  return families !== undefined || tiers !== undefined
}

function toKey(principal: Principal, client: string): Readonly<{ principal: string; client: string }> {
  return { principal: principal.id, client: client.replaceAll(/[^\w.-]/g, '_').slice(0, 64) }
}

// A title on one line, without what nobody sees.
export function toTitle(text: string): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_TITLE)
  return line === '' ? 'Untitled' : line.toWellFormed()
}
