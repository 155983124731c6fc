import type {
  Author,
  EntryRow,
  InvestigationFilter,
  InvestigationRow,
  Principal,
  StepRow,
  StepSource,
} from '../store/index.ts'

export const HYPOTHESIS_STATES = Object.freeze(['open', 'ruled_out', 'confirmed'] as const)
export type HypothesisState = (typeof HYPOTHESIS_STATES)[number]

export const LINK_KINDS = Object.freeze(['incident', 'pull_request', 'ticket'] as const)
export type LinkKind = (typeof LINK_KINDS)[number]

// What is written to a thread, by whom.
export type Writing = Readonly<{ principal: Principal; author: Author }>

// Why something was not written: a closed code that each surface words for itself.
export type Refusal =
  | 'unknown_investigation'
  | 'unknown_entry'
  | 'unknown_evidence'
  | 'evidence_required'
  | 'evidence_blind'
  | 'written_by_a_person'
  | 'too_many_entries'
  | 'invalid_link'

export type Written = Readonly<{ kind: 'written'; id: string }> | Readonly<{ kind: 'refused'; why: Refusal }>

// A thread with everything in it. `kept` is less than `calls` where steps were beyond the bound.
export type Investigation = Readonly<{
  row: InvestigationRow
  steps: readonly StepRow[]
  entries: readonly EntryRow[]
}>

// What is known of a call before it is asked.
export type ThreadAsk = Readonly<{
  principal: Principal
  // The program that asks; absent: only a named thread is followed.
  client?: string | undefined
  // The thread that the caller names.
  investigation?: string | undefined
  // Whether the call may open a thread of its own, and what such a thread is called.
  opens: boolean
  // False where a named thread is looked at and not gone on with; true unless told.
  moves?: boolean
  title: string
}>

export type NewStep = Readonly<{
  principal: Principal
  investigation: string
  call: string
  tool: string
  title: string
  purpose: string | null
  arguments: unknown
  visibility: string | null
  error: string | null
  took_ms: number
  sources: readonly StepSource[]
}>

// Threads of calls within an organisation: shared by everybody in it, and by nobody else. A token that is narrowed to
// families or tiers sees its own threads alone.
export type Investigations = Readonly<{
  // The thread that a call belongs to, or null: the named one, else what this client was on within 30 minutes, else a
  // new one where the call opens one. `unknown`: the named one is not there for this principal.
  follow(ask: ThreadAsk): Promise<string | null | 'unknown'>
  // A new thread for a client, under a title of its own.
  open(
    principal: Principal,
    facts: Readonly<{ client: string; title: string; titled_by: Author | null }>,
  ): Promise<string>
  record(step: NewStep): Promise<void>
  list(principal: Principal, filter: InvestigationFilter): Promise<readonly InvestigationRow[]>
  read(principal: Principal, id: string): Promise<Investigation | null>
  rename(by: Writing, id: string, title: string): Promise<Written>
  conclude(by: Writing, id: string, outcome: string): Promise<Written>
  addNote(by: Writing, id: string, text: string): Promise<Written>
  addLink(by: Writing, id: string, link: Readonly<{ kind: LinkKind; url: string }>): Promise<Written>
  // A new hypothesis, or the next state of one. `ruled_out` and `confirmed` cite calls of the thread that saw something.
  setHypothesis(
    by: Writing,
    id: string,
    hypothesis: Readonly<{
      id?: string | undefined
      text?: string | undefined
      state: HypothesisState
      evidence: readonly string[]
    }>,
  ): Promise<Written>
  close(): void
}>
