import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  HYPOTHESIS_STATES,
  type Investigation,
  type Investigations,
  LINK_KINDS,
  type Refusal,
  toEntryView,
  toMarkdown,
  toRowView,
  toStepView,
  type Writing,
  type Written,
} from '../investigations/index.ts'
import type { Principal } from '../store/types.ts'
import { fault, type HttpFault } from './errors.ts'
import type { InvestigationDetail, InvestigationPage } from './memory-types.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'

export type InvestigationsParts = Readonly<{
  investigations: Investigations
  principalOf(request: FastifyRequest): Principal
}>

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text))
const query = z.strictObject({
  text: z.string().min(1).max(200).optional(),
  principal: z.string().min(1).max(128).optional(),
  visibility: z.enum(['partial', 'none']).optional(),
  from: instant.optional(),
  to: instant.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
const QUERY_FIX =
  'use text, principal, visibility (partial or none), from and to (RFC 3339), limit (1 to 200)'

const BODIES = Object.freeze({
  rename: z.strictObject({ title: z.string().min(1).max(120) }),
  outcome: z.strictObject({ outcome: z.string().min(1).max(2000) }),
  note: z.strictObject({ text: z.string().min(1).max(2000) }),
  link: z.strictObject({ to: z.enum(LINK_KINDS), url: z.string().min(1).max(500) }),
  hypothesis: z
    .strictObject({
      id: z.string().min(1).max(64).optional(),
      text: z.string().min(1).max(2000).optional(),
      state: z.enum(HYPOTHESIS_STATES).default('open'),
      evidence: z.array(z.string().min(1).max(64)).max(50).default([]),
    })
    .refine((body) => (body.id === undefined) !== (body.text === undefined), {
      path: ['text'],
      error: 'give the text of a new hypothesis, or the id of one',
    }),
})

type WithId = { Params: { id: string } }

// Mounts /api/v1/investigations: lists, reads, exports, and what a person writes.
export function mountInvestigations(app: FastifyInstance, parts: InvestigationsParts): void {
  const { investigations, principalOf } = parts
  const base = '/api/v1/investigations'

  async function read(request: FastifyRequest<WithId>): Promise<Investigation> {
    const found = await investigations.read(principalOf(request), request.params.id)
    if (found === null) throw toFault('unknown_investigation')
    return found
  }

  app.get(base, async (request): Promise<InvestigationPage> => {
    const { limit, ...filter } = parseQuery(query, request, QUERY_FIX)
    const given = Object.entries(filter).filter(([, value]) => value !== undefined)
    // One more than is shown tells whether there are more.
    const rows = await investigations.list(principalOf(request), {
      limit: limit + 1,
      ...Object.fromEntries(given),
    })
    return {
      investigations: rows.slice(0, limit).map(toRowView),
      limit,
      may_be_more: rows.length > limit,
    }
  })
  app.get<WithId>(`${base}/:id`, async (request) => toDetail(await read(request)))
  app.get<WithId>(`${base}/:id/export`, async (request, reply) => {
    const text = toMarkdown(await read(request))
    return reply
      .type('text/markdown; charset=utf-8')
      .header('content-disposition', `attachment; filename="${request.params.id}.md"`)
      .send(text)
  })

  function onWrite<T>(
    path: string,
    schema: z.ZodType<T>,
    write: (by: Writing, id: string, body: T) => Promise<Written>,
  ): void {
    app.post<WithId>(`${base}/:id/${path}`, async (request) => {
      const principal = principalOf(request)
      const author = principal.delegated === true ? 'model' : 'person'
      const written = await write({ principal, author }, request.params.id, parseBody(schema, request))
      if (written.kind === 'refused') throw toFault(written.why)
      return toDetail(await read(request))
    })
  }

  onWrite('rename', BODIES.rename, (by, id, { title }) => investigations.rename(by, id, title))
  onWrite('outcome', BODIES.outcome, (by, id, { outcome }) => investigations.conclude(by, id, outcome))
  onWrite('notes', BODIES.note, (by, id, { text }) => investigations.addNote(by, id, text))
  onWrite('links', BODIES.link, (by, id, { to, url }) => investigations.addLink(by, id, { kind: to, url }))
  onWrite('hypotheses', BODIES.hypothesis, (by, id, body) => investigations.setHypothesis(by, id, body))
}

function toDetail({ row, steps, entries }: Investigation): InvestigationDetail {
  const of = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).map((entry) => toEntryView(entry, steps))
  return {
    ...toRowView(row),
    timeline: steps.map(toStepView),
    hypotheses: of('hypothesis'),
    notes: of('note'),
    links: of('link'),
  }
}

function toFault(why: Refusal): HttpFault {
  switch (why) {
    case 'unknown_investigation':
    case 'unknown_entry':
      return fault(404, {
        code: why,
        message: why === 'unknown_entry' ? 'there is no such hypothesis' : 'there is no such investigation',
        fix: 'list the investigations',
      })
    case 'unknown_evidence':
    case 'evidence_required':
    case 'evidence_blind':
      return fault(400, {
        code: why,
        field: 'evidence',
        message: 'a settled hypothesis cites calls of its investigation that saw something',
        fix: 'cite ids of calls in the timeline whose visibility is full or partial',
      })
    case 'written_by_a_person':
      return fault(409, { code: why, message: 'a person wrote this, and it stays', fix: 'add a note' })
    case 'too_many_entries':
      return fault(409, { code: why, message: 'the investigation is full', fix: 'begin another' })
    case 'invalid_link':
      return fault(400, {
        code: why,
        field: 'url',
        message: 'a link is a web address without credentials and query',
        fix: 'give https://host/path',
      })
  }
}
