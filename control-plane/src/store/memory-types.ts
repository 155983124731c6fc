// Who wrote a text: a person over the command or a page, or a model over MCP.
export type Author = 'person' | 'model'

// A thread of calls; times in epoch milliseconds. Its texts are history that nobody vouches for.
export type InvestigationRow = Readonly<{
  organisation: string
  id: string
  title: string
  // Null: made of its first call.
  titled_by: Author | null
  // Token id that opened it, and the client that it used.
  principal: string
  client: string
  opened_at: number
  last_at: number
  // All calls that were made, and those of them that saw a part, nothing, or failed before asking.
  calls: number
  partial: number
  none: number
  errors: number
  outcome: string | null
  outcome_by: Author | null
}>

// What one call of a thread stood on: an operation's word, and how many sources had it.
export type StepSource = Readonly<{ operation: string; connector: string; state: string; n: number }>

export type StepRow = Readonly<{
  organisation: string
  investigation: string
  // The id of the tool call, as the audit has it.
  call: string
  at: number
  principal: string
  tool: string
  title: string
  purpose: string | null
  // Cleaned as the audit cleans them.
  arguments: Readonly<Record<string, unknown>>
  visibility: string | null
  error: string | null
  took_ms: number
  sources: readonly StepSource[]
}>

export const ENTRY_KINDS = Object.freeze(['hypothesis', 'note', 'link'] as const)
export type EntryKind = (typeof ENTRY_KINDS)[number]

// A hypothesis, a note or a link; `word` is a hypothesis's state or what a link points at.
export type EntryRow = Readonly<{
  organisation: string
  investigation: string
  id: string
  at: number
  updated_at: number
  principal: string
  author: Author
  kind: EntryKind
  text: string
  word: string | null
  // Ids of calls of the same thread.
  evidence: readonly string[]
}>

export type InvestigationFilter = Readonly<{
  // Found in titles, outcomes and entries, whatever the case.
  text?: string
  principal?: string
  // Threads with a call that saw a part, or nothing.
  visibility?: 'partial' | 'none'
  from?: number
  to?: number
  limit: number
}>

export type InvestigationStore = Readonly<{
  open(row: InvestigationRow): Promise<void>
  find(organisation: string, id: string): Promise<InvestigationRow | null>
  // The last used first.
  list(organisation: string, filter: InvestigationFilter): Promise<readonly InvestigationRow[]>
  // Sets title or outcome; false when it is unknown, or a person wrote what a model would replace.
  write(
    organisation: string,
    id: string,
    change: Readonly<{ field: 'title' | 'outcome'; text: string; author: Author }>,
  ): Promise<boolean>
  // Keeps a step and counts it; steps beyond `max` of a thread are counted only.
  addStep(row: StepRow, max: number): Promise<void>
  // In order.
  steps(organisation: string, id: string): Promise<readonly StepRow[]>
  addEntry(row: EntryRow): Promise<void>
  changeEntry(
    organisation: string,
    entry: Readonly<{ investigation: string; id: string }>,
    set: Readonly<{ word: string; evidence: readonly string[]; updated_at: number; author: Author }>,
  ): Promise<boolean>
  entries(organisation: string, id: string): Promise<readonly EntryRow[]>
  // Which thread a client is on, and since when it was not used.
  thread(
    organisation: string,
    key: Readonly<{ principal: string; client: string }>,
  ): Promise<Readonly<{ investigation: string; at: number }> | null>
  follow(
    organisation: string,
    row: Readonly<{ principal: string; client: string; investigation: string; at: number }>,
  ): Promise<void>
  // Forgets threads that were not used since `before`; tells how many.
  prune(organisation: string, before: number): Promise<number>
}>

// Objects as investigations last read them.
export type ObjectReadStore = Readonly<{
  put(
    row: Readonly<{
      organisation: string
      investigation: string
      object: string
      resource_version: string
      at: number
    }>,
  ): Promise<void>
  // The version that was read; null where it was not.
  find(organisation: string, key: Readonly<{ investigation: string; object: string }>): Promise<string | null>
}>

export const FACT_KINDS = Object.freeze([
  'workload_pod',
  'pod_node',
  'service_pod',
  'workload_image',
  'alert_workload',
  'database_account',
  'load_balancer_target',
] as const)
export type FactKind = (typeof FACT_KINDS)[number]

// One learned relation in closed fields; what stands in them are names from outside.
export type FactRow = Readonly<{
  organisation: string
  // SHA-256 of what it relates.
  id: string
  kind: FactKind
  from_name: string
  to_name: string
  namespace: string | null
  // The proved scope that it was read in.
  scope: Readonly<Record<string, string>>
  operation: string
  // The tool call that showed it; null where none was noted.
  call: string | null
  // Epoch milliseconds of the read.
  seen_at: number
}>

export type KnowledgeState = 'proposed' | 'accepted' | 'rejected'

// A quirk of this place or a note; nobody's word until a person accepts it.
export type KnowledgeRow = Readonly<{
  organisation: string
  id: string
  kind: 'quirk' | 'note'
  text: string
  state: KnowledgeState
  proposed_by: string
  author: Author
  investigation: string | null
  created_at: number
  decided_by: string | null
  decided_at: number | null
}>

export type KnowledgeStore = Readonly<{
  // Adds facts; one that stands is seen again.
  putFacts(rows: readonly FactRow[]): Promise<void>
  // Seen since `since`, the newest first. `name` is a piece of either side.
  facts(
    organisation: string,
    filter: Readonly<{ since: number; kind?: FactKind; name?: string; limit: number }>,
  ): Promise<readonly FactRow[]>
  addNote(row: KnowledgeRow): Promise<void>
  // The newest first.
  notes(
    organisation: string,
    filter: Readonly<{ state?: KnowledgeState; limit: number }>,
  ): Promise<readonly KnowledgeRow[]>
  findNote(organisation: string, id: string): Promise<KnowledgeRow | null>
  // Moves a note that is not `state` yet, atomically; false when it is, or is unknown.
  decide(
    organisation: string,
    id: string,
    set: Readonly<{ state: 'accepted' | 'rejected'; decided_by: string; decided_at: number }>,
  ): Promise<boolean>
  // Forgets facts not seen since `facts`, all but the newest `most` of them, and what nobody accepted since `notes`.
  prune(
    organisation: string,
    bounds: Readonly<{ facts: number; most: number; notes: number }>,
  ): Promise<number>
}>
