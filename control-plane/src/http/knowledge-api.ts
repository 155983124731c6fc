import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Audit, type AuditFacts, auditEffect, type SecurityEvent } from '../audit/index.ts'
import { type Knowledge, MAX_NOTE_TEXT, mayDecide } from '../knowledge/index.ts'
import type { KnowledgeRow } from '../store/index.ts'
import type { Principal } from '../store/types.ts'
import { fault } from './errors.ts'
import type { KnowledgeList, KnowledgeView } from './memory-types.ts'
import { parseBody } from './parse-body.ts'
import { parseQuery } from './parse-query.ts'

export type KnowledgeParts = Readonly<{
  knowledge: Knowledge
  // Where decisions leave a row before they take effect, and one after.
  audit?: Pick<Audit, 'recordIntent' | 'recordOutcome'>
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

  type Change = Readonly<{ principal: Principal; action: SecurityEvent; asked: unknown }>

  // What becomes known here has its row before it does; what cannot be recorded does not.
  function change<T>(
    { principal, action, asked }: Change,
    effect: Readonly<{ run(): Promise<T>; toFacts(result: T): Partial<AuditFacts> }>,
  ): Promise<T> {
    if (parts.audit === undefined) return effect.run()
    const { organisation, id } = principal
    return auditEffect(parts.audit, { organisation, principal: id, action, arguments: asked }, effect)
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
    const written = await change(
      { principal, action: 'knowledge.accepted', asked: { kind, text } },
      {
        run: () => knowledge.propose({ principal, author: 'person', kind, text }),
        toFacts: (row) => (row === null ? {} : { call: row.id, outcome: ['done'] }),
      },
    )
    if (written === null) throw new TypeError('what a person writes waits for nobody')
    return toView(written)
  })
  app.post<{ Params: { id: string } }>('/api/v1/knowledge/:id/decision', async (request) => {
    const principal = principalOf(request)
    const { verdict } = parseBody(decisionBody, request)
    if (!mayDecide(principal)) throw forbidden()
    const state = verdict === 'accept' ? 'accepted' : 'rejected'
    const { id } = request.params
    const decided = await change(
      { principal, action: `knowledge.${state}`, asked: { id } },
      {
        run: () => knowledge.decide(principal, id, state),
        toFacts: (result) =>
          result.kind === 'decided'
            ? { call: result.note.id, outcome: ['done'] }
            : { outcome: ['refused', result.why] },
      },
    )
    if (decided.kind === 'decided') return toView(decided.note)
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
