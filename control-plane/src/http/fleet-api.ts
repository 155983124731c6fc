import { identitySchema } from '@vedette/proto/wire'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ApiParts } from './api.ts'
import type { SentPage } from './api-types.ts'
import { fault } from './errors.ts'
import { requireAdmin } from './guards.ts'
import { parseBody } from './parse-body.ts'
import { streamRows } from './stream-rows.ts'

// Today and the six days before it.
const SENT_DAYS_MS = 6 * 24 * 3_600_000
const disputeBody = z.strictObject({ keep: identitySchema })

type FleetParts = Pick<ApiParts, 'fleet' | 'clock' | 'audit' | 'principalOf'>

// Mounts what the Fleet page follows and decides.
export function mountFleet(app: FastifyInstance, { fleet, clock, audit, principalOf }: FleetParts): void {
  app.get('/api/v1/fleet/rows', (request, reply) => {
    reply.hijack()
    streamRows(reply.raw, { fleet, organisation: principalOf(request).organisation, clock })
  })
  app.get('/api/v1/fleet/sent', async (request): Promise<SentPage> => {
    const { organisation } = principalOf(request)
    if (audit === undefined) throw NOT_KEPT
    const since = toSentSince(clock.now())
    return { since, sent: await audit.volumes(organisation, since) }
  })
  app.post<{ Params: { id: string } }>('/api/v1/fleet/agents/:id/dispute', async (request) => {
    const principal = principalOf(request)
    requireAdmin(principal)
    const { keep } = parseBody(disputeBody, request)
    const { organisation } = principal
    const view = fleet.agents(organisation).find(({ agent }) => agent === request.params.id)
    if (view === undefined) throw fault(404, { ...NOT_DISPUTED, code: 'not_found', message: 'no such agent' })
    const isClaimant = view.claimants.some(
      ({ identity: { kind, id } }) => kind === keep.kind && id === keep.id,
    )
    if (!isClaimant) throw fault(409, NOT_DISPUTED)
    await fleet.resolveDispute(organisation, view.agent, keep)
    return { kept: keep }
  })
}

// The first of the days that sent bytes are told of, in UTC.
export function toSentSince(now: number): string {
  return new Date(now - SENT_DAYS_MS).toISOString().slice(0, 10)
}

const NOT_DISPUTED = Object.freeze({
  code: 'not_a_claimant',
  message: 'that identity does not claim this agent now',
  fix: 'look at the fleet again',
})
const NOT_KEPT = fault(404, {
  code: 'not_kept',
  message: 'this control plane keeps no account of what was sent',
  fix: 'start it with an audit',
})
