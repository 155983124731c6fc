import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Actions, isApprover, MOST_LISTED } from '../approvals/index.ts'
import type { ActionRow, Principal } from '../store/types.ts'
import {
  CALL_BUDGET_MS,
  type ToolSurface,
  toActionBody,
  toErrorText,
  UNKNOWN_ACTION,
} from '../tools/index.ts'
import type { ActionList, ActionView } from './api-types.ts'
import { fault, HttpFault, toStatus } from './errors.ts'
import { parseBody } from './parse-body.ts'

export type ActionsParts = Readonly<{
  actions: Actions
  surface: ToolSurface
  principalOf(request: FastifyRequest): Principal
}>

const decisionBody = z.strictObject({ verdict: z.enum(['approve', 'deny']) })
const runBody = z.strictObject({ interactive: z.boolean().default(false) })

type WithId = { Params: { id: string } }

// Mounts /api/v1/actions: an approver sees and decides what the organisation asks for, everybody else their own.
export function mountActions(app: FastifyInstance, { actions, surface, principalOf }: ActionsParts): void {
  app.get('/api/v1/actions', async (request): Promise<ActionList> => {
    const principal = principalOf(request)
    const rows = await actions.listToDecide(principal)
    return {
      may_decide: isApprover(principal),
      actions: rows.map((row) => toView(row, principal)),
      limit: MOST_LISTED,
      may_be_more: rows.length >= MOST_LISTED,
    }
  })
  app.get<WithId>('/api/v1/actions/:id', async (request) => {
    const principal = principalOf(request)
    const action = await actions.findToDecide(principal, request.params.id)
    if (action === null) throw new HttpFault(404, UNKNOWN_ACTION)
    return toView(action, principal)
  })
  app.post<WithId>('/api/v1/actions/:id/decision', async (request) => {
    const principal = principalOf(request)
    const { verdict } = parseBody(decisionBody, request)
    const decided = await actions.decide({ principal, id: request.params.id, verdict, as: 'approver' })
    if (decided.kind === 'decided') return toView(decided.action, principal)
    switch (decided.why) {
      case 'unknown_action':
        throw new HttpFault(404, UNKNOWN_ACTION)
      case 'own_request':
        throw fault(403, {
          code: 'own_request',
          message: 'who asks for this cannot approve it',
          fix: 'let another approver decide',
        })
      case 'not_an_approver':
        throw fault(403, {
          code: 'forbidden',
          message: 'only an approver or an admin decides actions',
          fix: 'use the token of an approver',
        })
      case 'not_pending':
        throw fault(409, {
          code: 'not_pending',
          message: `the action is ${decided.action?.state ?? 'decided'} already`,
          fix: 'ask again, so that there is a new one to decide',
        })
    }
  })
  app.post<WithId>('/api/v1/actions/:id/run', async (request, reply): Promise<FastifyReply> => {
    const { interactive } = parseBody(runBody, request)
    const principal = principalOf(request)
    const result = await surface.call(
      'actions_run',
      { id: request.params.id },
      {
        principal: interactive ? principal : { ...principal, delegated: true },
        // What has begun is not stopped halfway.
        signal: new AbortController().signal,
        budget_ms: CALL_BUDGET_MS,
        progress: () => {},
      },
    )
    reply.type('application/json; charset=utf-8')
    if (result.kind === 'answer') return reply.send(result.text)
    return reply.code(toStatus(result.error)).send(toErrorText(result.error))
  })
}

function toView(row: ActionRow, principal: Principal): ActionView {
  const { requester, approver } = row
  return {
    ...toActionBody(row),
    id: row.id,
    state: row.state,
    requester,
    decided_by: approver,
    own: requester === principal.id,
  }
}
