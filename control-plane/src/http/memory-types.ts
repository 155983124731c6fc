import type { toEntryView, toRowView, toStepView } from '../investigations/index.ts'
import type { KnowledgeState } from '../store/index.ts'

// One investigation in a list; times are RFC 3339. `partial` and `none` count its calls that saw a part, or nothing.
// `path` is its permalink within this control plane.
export type InvestigationView = ReturnType<typeof toRowView>

// GET /api/v1/investigations?text&principal&visibility=partial|none&from&to&limit (1 to 200, default 50): those of the
// caller's organisation, the last used first. A token that is narrowed sees its own.
export type InvestigationPage = Readonly<{
  investigations: readonly InvestigationView[]
  limit: number
  may_be_more: boolean
}>

// GET /api/v1/investigations/:id; its timeline in order. `calls` beyond `timeline` were counted and not kept. All texts
// are untrusted history. GET /api/v1/investigations/:id/export gives the same as text/markdown.
export type InvestigationDetail = InvestigationView &
  Readonly<{
    timeline: readonly ReturnType<typeof toStepView>[]
    hypotheses: readonly ReturnType<typeof toEntryView>[]
    notes: readonly ReturnType<typeof toEntryView>[]
    links: readonly ReturnType<typeof toEntryView>[]
  }>

// POST /api/v1/investigations/:id/rename `{ title }`, /outcome `{ outcome }`, /notes `{ text }`, /links `{ to, url }`,
// /hypotheses `{ id? | text?, state, evidence }`: each gives the investigation as it stands then.

// GET /api/v1/knowledge?state=proposed|accepted|rejected; POST /api/v1/knowledge `{ kind, text }` writes one that is
// accepted, POST /api/v1/knowledge/:id/decision `{ verdict: 'accept' | 'reject' }` decides (approver or admin).
export type KnowledgeView = Readonly<{
  id: string
  kind: 'quirk' | 'note'
  text: string
  state: KnowledgeState
  author: 'person' | 'model'
  proposed_by: string
  investigation: string | null
  created_at: string
  decided_by: string | null
  decided_at: string | null
}>
export type KnowledgeList = Readonly<{ may_decide: boolean; knowledge: readonly KnowledgeView[] }>
