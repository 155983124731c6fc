import { randomBytes } from 'node:crypto'
import { cleanText } from '../audit/index.ts'
import type { Author, EntryRow } from '../store/index.ts'
import { type EntryDraft, toTitle, type WriterParts } from './create-investigations.ts'
import type { Investigations, Refusal, Writing, Written } from './types.ts'

// Entries of one thread at most.
export const MAX_ENTRIES = 200
// Characters of one text that somebody writes.
export const MAX_ENTRY_TEXT = 2_000
const MAX_URL = 500

type Writer = Pick<Investigations, 'rename' | 'conclude' | 'addNote' | 'addLink' | 'setHypothesis'>

// What writes to threads. Nothing that a person wrote is replaced by a model, and a hypothesis is settled only by calls
// of its own thread that saw something.
export function createWriter(parts: WriterParts): Writer {
  const { investigations, clock, find } = parts

  async function write(
    { principal, author }: Writing,
    id: string,
    change: Readonly<{ field: 'title' | 'outcome'; text: string }>,
  ): Promise<Written> {
    if ((await find(principal, id)) === null) return refuse('unknown_investigation')
    const isWritten = await investigations.write(principal.organisation, id, { ...change, author })
    return isWritten ? { kind: 'written', id } : refuse('written_by_a_person')
  }

  async function add({ principal, author }: Writing, id: string, draft: EntryDraft): Promise<Written> {
    if ((await find(principal, id)) === null) return refuse('unknown_investigation')
    const { organisation } = principal
    const entries = await investigations.entries(organisation, id)
    if (entries.length >= MAX_ENTRIES) return refuse('too_many_entries')
    const at = clock.now()
    const entry = `${draft.kind.slice(0, 1)}_${randomBytes(6).toString('base64url')}`
    await investigations.addEntry({
      ...draft,
      organisation,
      investigation: id,
      id: entry,
      at,
      updated_at: at,
      principal: principal.id,
      author,
    })
    return { kind: 'written', id: entry }
  }

  const setHypothesis: Writer['setHypothesis'] = async (by, id, hypothesis) => {
    const { principal, author } = by
    const { organisation } = principal
    if ((await find(principal, id)) === null) return refuse('unknown_investigation')
    const entries = await investigations.entries(organisation, id)
    const known = hypothesis.id === undefined ? undefined : findOwn(entries, hypothesis.id, author)
    if (typeof known === 'string') return refuse(known)
    const evidence = [...new Set([...(known?.evidence ?? []), ...hypothesis.evidence])]
    const why = judgeEvidence(evidence, {
      isSettled: hypothesis.state !== 'open',
      steps: await investigations.steps(organisation, id),
    })
    if (why !== null) return refuse(why)
    if (known === undefined) {
      const text = cleanText(hypothesis.text ?? '', MAX_ENTRY_TEXT)
      return add(by, id, { kind: 'hypothesis', text, word: hypothesis.state, evidence })
    }
    await investigations.changeEntry(
      organisation,
      { investigation: id, id: known.id },
      // Who moved it last answers for it.
      { word: hypothesis.state, evidence, updated_at: clock.now(), author },
    )
    return { kind: 'written', id: known.id }
  }

  return {
    rename: (by, id, title) => write(by, id, { field: 'title', text: toTitle(title) }),
    conclude: (by, id, outcome) =>
      write(by, id, { field: 'outcome', text: cleanText(outcome, MAX_ENTRY_TEXT) }),
    addNote: (by, id, text) =>
      add(by, id, { kind: 'note', text: cleanText(text, MAX_ENTRY_TEXT), word: null, evidence: [] }),
    async addLink(by, id, { kind, url }) {
      const link = toLink(url)
      if (link === null) return refuse('invalid_link')
      return add(by, id, { kind: 'link', text: link, word: kind, evidence: [] })
    },
    setHypothesis,
  }
}

function refuse(why: Refusal): Written {
  return { kind: 'refused', why }
}

// The hypothesis of that id; one that a person settled is no model's to move.
function findOwn(entries: readonly EntryRow[], id: string, author: Author): EntryRow | Refusal {
  const found = entries.find((one) => one.id === id && one.kind === 'hypothesis')
  if (found === undefined) return 'unknown_entry'
  return author === 'model' && found.author === 'person' ? 'written_by_a_person' : found
}

// Why the evidence does not bear the state; null when it does. A call that saw nothing settles nothing.
function judgeEvidence(
  evidence: readonly string[],
  facts: Readonly<{
    isSettled: boolean
    steps: readonly Readonly<{ call: string; visibility: string | null }>[]
  }>,
): Refusal | null {
  const byCall = new Map(facts.steps.map((step) => [step.call, step.visibility]))
  if (evidence.some((call) => !byCall.has(call))) return 'unknown_evidence'
  if (!facts.isSettled) return null
  if (evidence.length === 0) return 'evidence_required'
  const sawSomething = evidence.some((call) => ['full', 'partial'].includes(byCall.get(call) ?? ''))
  return sawSomething ? null : 'evidence_blind'
}

// Only links that a person may follow, without credentials in them.
function toLink(text: string): string | null {
  if (text.length > MAX_URL || !URL.canParse(text)) return null
  const url = new URL(text)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' && url.search === ''
    ? `${url.origin}${url.pathname}${url.hash}`
    : null
}
