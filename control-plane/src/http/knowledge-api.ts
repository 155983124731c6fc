import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Audit, SecurityEvent } from '../audit/index.ts'
import { type Knowledge, MAX_NOTE_TEXT, mayDecide } from '../knowledge/index.ts'
import type { KnowledgeRow } from '../store/index.ts'
import type { Principal } from '../store/types.ts'
import { fault } from './errors.ts'
import type { KnowledgeList, KnowledgeView } from './memory-types.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'

export type KnowledgeParts = Readonly<{
  knowledge: Knowledge
  // Where decisions leave a row.
  audit?: Pick<Audit, 'record'>
  principalOf(request: FastifyRequest): Principal
}>

const query = z.strictObject({ state: z.enum(['proposed', 'accepted', 'rejected']).optional() })
const noteBody = z.strictObject({
  kind: z.enum(['quirk', 'note']),
  text: z.string().min(1).max(MAX_NOTE_TEXT),
})
const decisionBody = z.strictObject({ verdict: z.enum(['accept', 'reject']) })
const LISTED = 500

// Mounts /api/v1/knowledge: what models proposed and people accepted. Deciding and writing need an approver or admin.
export function mountKnowledge(app: FastifyInstance, parts: KnowledgeParts): void {
  const { knowledge, principalOf } = parts

  function record(principal: Principal, action: SecurityEvent, id: string): void {
    const { organisation } = principal
    const facts = { organisation, principal: principal.id, action, call: id, outcome: ['done'] }
    if (parts.audit !== undefined && !parts.audit.record('security', facts))
      throw fault(503, { code: 'unavailable', message: 'the audit cannot take this', retryable: true })
  }

  app.get('/api/v1/knowledge', async (request): Promise<KnowledgeList> => {
    const principal = principalOf(request)
    const { state } = parseQuery(query, request, 'use state: proposed, accepted or rejected')
    const rows = await knowledge.notes(principal, {
      limit: LISTED,
      ...(state === undefined ? {} : { state }),
    })
    return { may_decide: mayDecide(principal), knowledge: rows.map(toView) }
  })
  app.post('/api/v1/knowledge', async (request): Promise<KnowledgeView> => {
    const principal = principalOf(request)
    if (!mayDecide(principal)) throw forbidden()
    const { kind, text } = parseBody(noteBody, request)
    const row = await knowledge.propose({ principal, author: 'person', kind, text })
    if (row === null) throw new TypeError('what a person writes waits for nobody')
    record(principal, 'knowledge.accepted', row.id)
    return toView(row)
  })
  app.post<{ Params: { id: string } }>('/api/v1/knowledge/:id/decision', async (request) => {
    const principal = principalOf(request)
    const { verdict } = parseBody(decisionBody, request)
    const state = verdict === 'accept' ? 'accepted' : 'rejected'
    const decided = await knowledge.decide(principal, request.params.id, state)
    if (decided.kind === 'decided') {
      record(principal, `knowledge.${state}`, decided.note.id)
      return toView(decided.note)
    }
    switch (decided.why) {
      case 'not_an_approver':
        throw forbidden()
      case 'unknown_note':
        throw fault(404, {
          code: 'unknown_note',
          message: 'there is no such proposal',
          fix: 'list them with GET /api/v1/knowledge',
        })
      case 'decided_already':
        throw fault(409, { code: 'decided_already', message: `it is ${state} already`, fix: 'nothing to do' })
    }
  })
}

function forbidden() {
  return fault(403, {
    code: 'forbidden',
    message: 'only an approver or an admin says what is known here',
    fix: 'use the token of an approver',
  })
}

function toView(row: KnowledgeRow): KnowledgeView {
  const { id, kind, text, state, author, proposed_by, investigation, created_at, decided_by, decided_at } =
    row
  return {
    id,
    kind,
    text,
    state,
    author,
    proposed_by,
    investigation,
    created_at: new Date(created_at).toISOString(),
    decided_by,
    decided_at: decided_at === null ? null : new Date(decided_at).toISOString(),
  }
}
