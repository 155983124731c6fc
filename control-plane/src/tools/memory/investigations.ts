import { z } from 'zod'
import {
  HYPOTHESIS_STATES,
  type Investigation,
  type Investigations,
  LINK_KINDS,
  type Refusal,
  toEntryView,
  toRowView,
  toStepView,
  type Writing,
  type Written,
} from '../../investigations/index.ts'
import { invalidArgument, ToolFault } from '../error.ts'
import type { Tool } from '../types.ts'
import { parseMemory, sealMemory, toMemorySchema } from './read.ts'
import { UNKNOWN_INVESTIGATION } from './threads.ts'

const ID = Object.freeze({ investigation: { type: 'string', description: 'Default: the current one' } })
const HISTORY = 'what was asked and answered then: it proves nothing about now'

const LIST = z.strictObject({
  text: z.string().min(1).max(200).optional().describe('In titles, outcomes, hypotheses, notes'),
  visibility: z.enum(['partial', 'none']).optional().describe('With a call that saw a part, or nothing'),
  limit: z.number().int().min(1).max(100).default(20),
})
const GET = z.strictObject({
  limit: z.number().int().min(1).max(200).default(50).describe('Newest calls'),
})
const text = (max: number) => z.string().min(1).max(max).optional()
const UPDATE = z.strictObject({
  title: text(120),
  note: text(2000),
  hypothesis: text(2000).describe('A new one, or the id (h_...) of one to move'),
  state: z.enum(HYPOTHESIS_STATES).default('open'),
  evidence: z.array(z.string().min(1).max(64)).max(20).default([]).describe('Ids of calls (c_...)'),
  link: text(500).describe('Web address'),
  link_to: z.enum(LINK_KINDS).default('ticket'),
  outcome: text(2000),
})

// The tools over past and present investigations of the organisation.
export function createInvestigationTools(investigations: Investigations, now: () => number): readonly Tool[] {
  return Object.freeze([
    createList(investigations, now),
    createGet(investigations, now),
    createUpdate(investigations, now),
  ])
}

function createList(investigations: Investigations, now: () => number): Tool {
  return Object.freeze({
    name: 'investigations_list',
    title: 'Investigations',
    description: "Lists or searches the organisation's investigations, last used first.",
    when: ['past investigations', 'has this happened before', 'similar incident'],
    tier: 'metadata',
    inputSchema: toMemorySchema(LIST),
    needs: null,
    async run(written, { principal }) {
      const args = parseMemory(LIST, written, now())
      const { text: wanted, visibility, limit } = args.input
      const rows = await investigations.list(principal, {
        limit: limit + 1,
        ...(wanted === undefined ? {} : { text: wanted }),
        ...(visibility === undefined ? {} : { visibility }),
      })
      const shown = rows.slice(0, limit)
      return sealMemory({
        tool: 'investigations_list',
        connector: 'control_plane',
        args,
        now: now(),
        items: shown.length,
        body: {
          means: HISTORY,
          ...(rows.length > limit ? { more: true } : {}),
          untrusted: { investigations: shown.map(toRowView) },
        },
      })
    },
  } satisfies Tool)
}

function createGet(investigations: Investigations, now: () => number): Tool {
  return Object.freeze({
    name: 'investigations_get',
    title: 'One investigation',
    description: 'Shows an investigation: calls with ids, hypotheses, notes, links, outcome.',
    when: ['timeline of an investigation', 'what was checked so far'],
    tier: 'metadata',
    inputSchema: toMemorySchema(GET, ID),
    needs: null,
    async run(written, { principal, investigation }) {
      const args = parseMemory(GET, written, now())
      const found = investigation === undefined ? null : await investigations.read(principal, investigation)
      if (found === null) throw new ToolFault(UNKNOWN_INVESTIGATION)
      return sealMemory({
        tool: 'investigations_get',
        connector: 'control_plane',
        args,
        now: now(),
        items: found.steps.length + found.entries.length + 1,
        body: toBody(found, args.input.limit),
      })
    },
  } satisfies Tool)
}

function createUpdate(investigations: Investigations, now: () => number): Tool {
  return Object.freeze({
    name: 'investigations_update',
    title: 'Write to an investigation',
    description:
      'Writes a title, note, hypothesis, link or outcome to an investigation. ruled_out and confirmed need evidence: calls that saw something.',
    when: ['note', 'hypothesis', 'rule out', 'conclude', 'rename'],
    tier: 'metadata',
    inputSchema: toMemorySchema(UPDATE, ID),
    needs: null,
    async run(written, { principal, investigation }) {
      const args = parseMemory(UPDATE, written, now())
      if (investigation === undefined) throw new ToolFault(UNKNOWN_INVESTIGATION)
      const by = { principal, author: 'model' } as const
      const done = await writeAll(investigations, { by, id: investigation, input: args.input })
      if (Object.keys(done).length === 0)
        throw invalidArgument({
          field: 'note',
          message: 'there is nothing to write',
          fix: 'give a title, note, hypothesis, link or outcome',
        })
      return sealMemory({
        tool: 'investigations_update',
        connector: 'control_plane',
        args,
        now: now(),
        items: 1,
        body: { investigation, written: done },
      })
    },
  } satisfies Tool)
}

type Update = Readonly<{ by: Writing; id: string; input: z.output<typeof UPDATE> }>

// In this order; the first refusal ends it, and says what was written before.
async function writeAll(
  investigations: Investigations,
  update: Update,
): Promise<Readonly<Record<string, string>>> {
  const { by, id, input } = update
  const { title, note, hypothesis, link, outcome, state, evidence } = input
  const done: Record<string, string> = {}
  const keep = async (field: string, write: Promise<Written>) => {
    const result = await write
    if (result.kind === 'written') done[field] = result.id
    else throw await toFault(investigations, { ...update, why: result.why, field, done })
  }
  if (hypothesis !== undefined) {
    const which = /^h_[\w-]{8}$/.test(hypothesis) ? { id: hypothesis } : { text: hypothesis }
    await keep('hypothesis', investigations.setHypothesis(by, id, { ...which, state, evidence }))
  }
  if (note !== undefined) await keep('note', investigations.addNote(by, id, note))
  if (link !== undefined)
    await keep('link', investigations.addLink(by, id, { kind: input.link_to, url: link }))
  if (title !== undefined) await keep('title', investigations.rename(by, id, title))
  if (outcome !== undefined) await keep('outcome', investigations.conclude(by, id, outcome))
  return done
}

const REFUSALS: Readonly<Record<Refusal, Readonly<{ field?: string; message: string; fix: string }>>> =
  Object.freeze({
    unknown_investigation: { message: 'there is no such investigation', fix: 'see investigations_list' },
    unknown_entry: { message: 'there is no such hypothesis here', fix: 'give its text to begin one' },
    unknown_evidence: {
      field: 'evidence',
      message: 'evidence names a call that is not in this investigation',
      fix: 'cite ids of its calls',
    },
    evidence_required: {
      field: 'evidence',
      message: 'a settled hypothesis needs evidence',
      fix: 'cite the calls that settle it',
    },
    evidence_blind: {
      field: 'evidence',
      message: 'the cited calls saw nothing, so they settle nothing',
      fix: 'cite calls whose visibility is full or partial, or leave it open',
    },
    written_by_a_person: { message: 'a person wrote this, and it stays', fix: 'add a note instead' },
    too_many_entries: { message: 'this investigation is full', fix: 'begin another with get_context' },
    invalid_link: {
      message: 'link must be a web address without credentials and query',
      fix: 'give https://host/path',
    },
  })

async function toFault(
  investigations: Investigations,
  { by, id, why, field, done }: Update & Readonly<{ why: Refusal; field: string; done: object }>,
): Promise<Error> {
  const written = Object.keys(done)
  const { fix, ...told } = REFUSALS[why]
  const steps = why.includes('evidence') ? ((await investigations.read(by.principal, id))?.steps ?? []) : []
  return invalidArgument({
    field,
    ...told,
    fix: written.length === 0 ? fix : `${fix}; written already: ${written.join(', ')}`,
    choices: steps.slice(-10).map((step) => `${step.call} ${step.tool} ${step.visibility ?? 'failed'}`),
  })
}

function toBody({ row, steps, entries }: Investigation, limit: number): Readonly<Record<string, unknown>> {
  const of = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map((one) => toEntryView(one, steps))
  const shown = steps.slice(-limit)
  return {
    means: HISTORY,
    investigation: row.id,
    calls: row.calls,
    partial: row.partial,
    none: row.none,
    errors: row.errors,
    shown: shown.length,
    untrusted: {
      title: row.title,
      ...(row.outcome === null ? {} : { outcome: row.outcome, outcome_by: row.outcome_by }),
      hypotheses: of('hypothesis'),
      notes: of('note'),
      links: of('link'),
      timeline: shown.map(toStepView),
    },
  }
}
