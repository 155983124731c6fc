import type { Dispatch } from '../dispatch/types.ts'
import type { Author, FactKind, FactRow, KnowledgeRow, KnowledgeState, Principal } from '../store/index.ts'

// A fact with its age; `stale` past a day.
export type Fact = FactRow & Readonly<{ age_ms: number; stale: boolean }>

export type NewKnowledge = Readonly<{
  principal: Principal
  author: Author
  kind: 'quirk' | 'note'
  text: string
  investigation?: string | undefined
}>

export type Decided =
  | Readonly<{ kind: 'decided'; note: KnowledgeRow }>
  | Readonly<{ kind: 'refused'; why: 'unknown_note' | 'not_an_approver' | 'decided_already' }>

// What one organisation knows: facts that reads taught, and what people wrote or accepted.
export type Knowledge = Readonly<{
  // The same dispatch, from whose reads facts are learned; an answer never waits for that.
  learning(dispatch: Dispatch): Dispatch
  // Facts of the last three days, the newest first.
  facts(
    principal: Principal,
    filter: Readonly<{ kind?: FactKind; name?: string; limit: number }>,
  ): Promise<readonly Fact[]>
  notes(
    principal: Principal,
    filter: Readonly<{ state?: KnowledgeState; limit: number }>,
  ): Promise<readonly KnowledgeRow[]>
  // What a model writes waits for a person; null when too much waits already.
  propose(note: NewKnowledge): Promise<KnowledgeRow | null>
  decide(principal: Principal, id: string, state: 'accepted' | 'rejected'): Promise<Decided>
  // Resolves once everything learned so far is kept.
  settled(): Promise<void>
  close(): Promise<void>
}>
