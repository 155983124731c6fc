import type { PolicyOverview, PolicyTestResult } from '../../api/index.ts'
import type { ToneName } from '../../parts/tone.tsx'

// A rule or an assertion as it is edited: flat, as the server takes it.
export type Entry = Readonly<Record<string, unknown>>
export type DraftText = Readonly<{ rules: readonly Entry[]; assertions: readonly Entry[] }>

export const NARROWINGS = Object.freeze(['connector', 'cluster', 'account', 'namespace'] as const)

export const AGENT_TONES: Readonly<Record<PolicyOverview['agents'][number]['status'], ToneName>> =
  Object.freeze({ APPLIED: 'good', APPLYING: 'warn', FAILED: 'bad' })

// `k8s.pods.list, namespace payments`.
export function describeEntry(entry: Entry): string {
  const scope = NARROWINGS.flatMap((key) => (typeof entry[key] === 'string' ? [`${key} ${entry[key]}`] : []))
  return [String(entry['deny'] ?? entry['operation'] ?? ''), ...scope].join(', ')
}

// What two entries have in common when they say the same; a rule's id is no part of what it says.
export function keyOfEntry({ id: _, ...entry }: Entry): string {
  return JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
}

// What an editor begins with: the draft if there is one, else a copy of what is applied.
export function toStart({ draft, applied }: Pick<PolicyOverview, 'draft' | 'applied'>): DraftText {
  const from = draft ?? applied
  return from === null ? { rules: [], assertions: [] } : { rules: from.rules, assertions: from.assertions }
}

// Tells whether the text says what this draft or policy says; nothing says what an empty text says.
export function isSame(text: DraftText, draft: DraftText | null): boolean {
  if (draft === null) return text.rules.length === 0 && text.assertions.length === 0
  const toKeys = (entries: readonly Entry[]) => JSON.stringify(entries.map(keyOfEntry))
  return toKeys(text.rules) === toKeys(draft.rules) && toKeys(text.assertions) === toKeys(draft.assertions)
}

// One sentence on what applying would do, by what agents last said of themselves.
export function toSummary({ effect }: Pick<PolicyTestResult, 'effect'>): string {
  const { disappears, returns, narrowed, not_known } = effect
  const agents = new Set(disappears.map(({ agent }) => agent)).size
  const said = [
    `${disappears.length} operations disappear at ${agents} agents`,
    `${narrowed.length} are narrowed`,
    `${returns.length} come back`,
  ]
  if (not_known.length > 0) said.push(`what would go at ${not_known.length} more agents is not known`)
  return `${said.join(', ')}.`
}
