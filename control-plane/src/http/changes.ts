import type { ServerResponse } from 'node:http'
import type { Clock } from '@vedette/proto/clock'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actions } from '../approvals/index.ts'
import type { AuditReader } from '../audit/index.ts'
import type { Investigations } from '../investigations/index.ts'
import type { Policies } from '../policy/index.ts'
import type { Principal } from '../store/types.ts'
import { requireWholeView } from './audit-api.ts'
import { fault } from './errors.ts'
import { parseQuery } from './parse-query.ts'

export type ChangesParts = Readonly<{
  policies?: Policies
  actions?: Actions
  investigations?: Investigations
  audit?: AuditReader
  clock: Clock
  principalOf(request: FastifyRequest): Principal
}>

const LOOK_MS = 1_000
const COMMENT_MS = 15_000
const LISTED = 200

const query = z.strictObject({
  of: z.enum(['policy', 'actions', 'investigations', 'audit']),
  id: z.string().min(1).max(64).optional(),
})
type Wanted = z.output<typeof query>

// Mounts GET /api/v1/changes: tells when what a page shows has changed, whichever replica changed it.
export function mountChanges(app: FastifyInstance, parts: ChangesParts): void {
  app.get('/api/v1/changes', (request, reply) => {
    const principal = parts.principalOf(request)
    const wanted = parseQuery(query, request, 'use of: policy, actions, investigations or audit')
    const look = toLook(parts, { principal, wanted })
    reply.hijack()
    streamChanges(reply.raw, { look, clock: parts.clock })
  })
}

// What tells two states apart; its text is never sent. Throws HttpFault for what is not kept here or may not be read.
function toLook(
  { policies, actions, investigations, audit }: ChangesParts,
  { principal, wanted }: Readonly<{ principal: Principal; wanted: Wanted }>,
): () => Promise<unknown> {
  const { organisation } = principal
  const { of, id } = wanted
  if (of === 'policy' && policies !== undefined) return () => policies.page(organisation)
  if (of === 'actions' && actions !== undefined)
    return async () => (await actions.listToDecide(principal)).map((row) => [row.id, row.state])
  if (of === 'investigations' && investigations !== undefined)
    return id === undefined
      ? () => investigations.list(principal, { limit: LISTED })
      : () => investigations.read(principal, id)
  if (of === 'audit' && audit !== undefined) {
    requireWholeView(principal)
    return async () => {
      const { rows, unreadable } = await audit.list(organisation, { limit: 1 })
      return [rows.map(({ hash }) => hash), unreadable]
    }
  }
  throw fault(404, {
    code: 'not_found',
    field: 'of',
    message: 'this is not kept here',
    fix: 'ask for another',
  })
}

// Server-sent events: `event: changed` at once and after each change, a comment every 15 s. It ends when the state
// cannot be read, so that nobody takes its silence for news.
function streamChanges(
  raw: ServerResponse,
  { look, clock }: Readonly<{ look: () => Promise<unknown>; clock: Clock }>,
): void {
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
  })
  let told: string | null = null
  let isClosed = false
  let cancelLook = () => {}
  let cancelComment = () => {}
  const turn = async () => {
    try {
      const now = JSON.stringify(await look())
      if (isClosed) return
      if (now !== told) raw.write(`event: changed\ndata: ${JSON.stringify({ at: toTime(clock) })}\n\n`)
      told = now
      cancelLook = clock.after(LOOK_MS, () => void turn())
    } catch {
      raw.end()
    }
  }
  const comment = () => {
    raw.write(':\n\n')
    cancelComment = clock.after(COMMENT_MS, comment)
  }
  raw.once('close', () => {
    isClosed = true
    cancelLook()
    cancelComment()
  })
  void turn()
  cancelComment = clock.after(COMMENT_MS, comment)
}

function toTime(clock: Clock): string {
  return new Date(clock.now()).toISOString()
}
