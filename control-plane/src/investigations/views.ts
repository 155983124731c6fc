import type { EntryRow, InvestigationRow, StepRow } from '../store/index.ts'

const toTime = (ms: number) => new Date(ms).toISOString()

// A thread as lists show it. `partial` and `none` count its calls that saw a part or nothing.
export function toRowView(row: InvestigationRow) {
  const { id, title, titled_by, principal, client, calls, partial, none, errors, outcome, outcome_by } = row
  return {
    investigation: id,
    title,
    ...(titled_by === null ? {} : { titled_by }),
    opened_by: principal,
    client,
    opened_at: toTime(row.opened_at),
    last_at: toTime(row.last_at),
    calls,
    partial,
    none,
    errors,
    ...(outcome === null ? {} : { outcome, outcome_by }),
    path: `/investigations/${id}`,
  }
}

// One call of a timeline; its id is what hypotheses cite.
export function toStepView(step: StepRow) {
  const { call, at, principal, tool, title, purpose, visibility, error, took_ms, sources } = step
  return {
    call,
    at: toTime(at),
    title,
    tool,
    by: principal,
    ...(purpose === null ? {} : { purpose }),
    arguments: step.arguments,
    visibility,
    ...(error === null ? {} : { error }),
    took_ms,
    sources,
  }
}

export type EntryView = Readonly<{
  id: string
  kind: EntryRow['kind']
  at: string
  updated_at?: string
  author: EntryRow['author']
  by: string
  text: string
  // Of a hypothesis: open, ruled_out or confirmed, and the ids of the calls that it cites.
  state?: string
  evidence?: readonly string[]
  certainty?: 'full' | 'partial'
  // Of a link: what it points at.
  to?: string
}>

// A hypothesis, note or link. `certainty` says how much the calls saw that a settled hypothesis cites.
export function toEntryView(entry: EntryRow, steps: readonly StepRow[]): EntryView {
  const { id, kind, at, updated_at, author, principal, text, word, evidence } = entry
  const certainty = certaintyOf(entry, steps)
  return {
    id,
    kind,
    at: toTime(at),
    ...(updated_at === at ? {} : { updated_at: toTime(updated_at) }),
    author,
    by: principal,
    text,
    ...(word === null ? {} : kind === 'link' ? { to: word } : { state: word }),
    ...(kind === 'hypothesis' ? { evidence } : {}),
    ...(certainty === null ? {} : { certainty }),
  }
}

// How much a settled hypothesis stands on: `full` only where every call that it cites saw all that it planned to see.
// Null for what is open or is no hypothesis.
export function certaintyOf(
  { kind, word, evidence }: Pick<EntryRow, 'kind' | 'word' | 'evidence'>,
  steps: readonly Pick<StepRow, 'call' | 'visibility'>[],
): 'full' | 'partial' | null {
  if (kind !== 'hypothesis' || word === 'open') return null
  const byCall = new Map(steps.map((step) => [step.call, step.visibility]))
  return evidence.length > 0 && evidence.every((call) => byCall.get(call) === 'full') ? 'full' : 'partial'
}
