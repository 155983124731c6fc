import { randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import { cleanText } from '../audit/index.ts'
import type { Dispatch } from '../dispatch/types.ts'
import type { FactRow, KnowledgeRow, Principal, Store } from '../store/index.ts'
import { toFacts } from './learn.ts'
import type { Decided, Knowledge, NewKnowledge } from './types.ts'

export type KnowledgeOptions = Readonly<{
  store: Pick<Store, 'knowledge' | 'organisations'>
  clock: Clock
  // Told of faults of our own.
  onFault?: ((error: unknown) => void) | undefined
}>

// A fact is stale after a day, and not told any more after three.
export const STALE_MS = 86_400_000
export const FORGET_MS = 3 * STALE_MS
// What nobody accepted is forgotten after thirty days.
export const PROPOSED_MS = 30 * STALE_MS
export const MAX_FACTS = 20_000
export const MAX_PROPOSED = 200
export const MAX_NOTE_TEXT = 500
const SWEEP_MS = 3_600_000
// A fact that was kept within ten minutes is not written again.
const AGAIN_MS = 600_000
const MAX_REMEMBERED = 50_000
// Reads whose facts may wait for the store; those beyond teach nothing.
const MAX_WAITING = 64
const HANDLE = /^kn_[A-Za-z0-9_-]{22}$/

// The knowledge of one replica; all of it stands in the store.
export function createKnowledge(options: KnowledgeOptions): Knowledge {
  const { clock } = options
  const { knowledge, organisations } = options.store
  const kept = new Map<string, number>()
  const fault = (error: unknown) => options.onFault?.(error)
  let writing: Promise<void> = Promise.resolve()
  let waiting = 0
  let cancelSweep = clock.after(SWEEP_MS, sweep)

  function sweep(): void {
    cancelSweep = clock.after(SWEEP_MS, sweep)
    pruneAll().catch(fault)
  }

  async function pruneAll(): Promise<void> {
    const now = clock.now()
    for (const organisation of await organisations.list())
      await knowledge.prune(organisation, {
        facts: now - FORGET_MS,
        most: MAX_FACTS,
        notes: now - PROPOSED_MS,
      })
  }

  function learn(rows: readonly FactRow[]): void {
    const fresh = rows.filter(isNew)
    if (fresh.length === 0 || waiting >= MAX_WAITING) return
    waiting += 1
    writing = writing
      .then(() => knowledge.putFacts(fresh))
      .then(() => remember(fresh))
      .catch(fault)
      .finally(() => {
        waiting -= 1
      })
  }

  function isNew(row: FactRow): boolean {
    return row.seen_at - (kept.get(`${row.organisation} ${row.id}`) ?? Number.NEGATIVE_INFINITY) >= AGAIN_MS
  }

  function remember(rows: readonly FactRow[]): void {
    if (kept.size > MAX_REMEMBERED) kept.clear()
    for (const row of rows) kept.set(`${row.organisation} ${row.id}`, row.seen_at)
  }

  async function propose({
    principal,
    author,
    kind,
    text,
    ...more
  }: NewKnowledge): Promise<KnowledgeRow | null> {
    const { organisation } = principal
    const isPerson = author === 'person'
    const proposed = isPerson
      ? []
      : await knowledge.notes(organisation, { state: 'proposed', limit: MAX_PROPOSED })
    if (proposed.length >= MAX_PROPOSED) return null
    const at = clock.now()
    const row: KnowledgeRow = {
      organisation,
      id: `kn_${randomBytes(16).toString('base64url')}`,
      kind,
      text: cleanText(text, MAX_NOTE_TEXT),
      state: isPerson ? 'accepted' : 'proposed',
      proposed_by: principal.id,
      author,
      investigation: more.investigation ?? null,
      created_at: at,
      decided_by: isPerson ? principal.id : null,
      decided_at: isPerson ? at : null,
    }
    await knowledge.addNote(row)
    return row
  }

  async function decide(principal: Principal, id: string, state: 'accepted' | 'rejected'): Promise<Decided> {
    if (!mayDecide(principal)) return { kind: 'refused', why: 'not_an_approver' }
    const { organisation } = principal
    const found = HANDLE.test(id) ? await knowledge.findNote(organisation, id) : null
    if (found === null) return { kind: 'refused', why: 'unknown_note' }
    const set = { state, decided_by: principal.id, decided_at: clock.now() }
    const isMoved = await knowledge.decide(organisation, id, set)
    return isMoved
      ? { kind: 'decided', note: { ...found, ...set } }
      : { kind: 'refused', why: 'decided_already' }
  }

  return Object.freeze({
    learning(dispatch: Dispatch): Dispatch {
      return async (requests, context) => {
        const results = await dispatch(requests, context)
        const facts = { organisation: context.principal.organisation, call: context.call ?? null }
        try {
          learn(results.flatMap((result) => toFacts(result, facts)))
        } catch (error) {
          // Nobody's answer depends on what we remember of it.
          fault(error)
        }
        return results
      }
    },
    async facts(principal, filter) {
      const now = clock.now()
      const rows = await knowledge.facts(principal.organisation, { ...filter, since: now - FORGET_MS })
      return rows.map((row) => {
        const age_ms = Math.max(0, now - row.seen_at)
        return { ...row, age_ms, stale: age_ms > STALE_MS }
      })
    },
    notes: (principal, filter) => knowledge.notes(principal.organisation, filter),
    propose,
    decide,
    settled: () => writing,
    async close() {
      cancelSweep()
      await writing
    },
  } satisfies Knowledge)
}

// Tells whether a principal is a person's own, with the right to say what this organisation holds to be true.
export function mayDecide({ role, delegated }: Principal): boolean {
  return (role === 'approver' || role === 'admin') && delegated !== true
}
