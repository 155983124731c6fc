import type { Clock } from '@vedette/proto/clock'
import { MODES, TIERS } from '@vedette/proto/policy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Audit, type AuditReader, auditEffect, type SecurityEvent } from '../audit/index.ts'
import type { Fleet } from '../fleet/types.ts'
import type { OidcSignIn } from '../oauth/index.ts'
import type { Principal, SentVolume, Store } from '../store/types.ts'
import { CALL_BUDGET_MS, type ToolSurface, toErrorText } from '../tools/index.ts'
import type { ToolList, WhoAmI } from './api-types.ts'
import { mountAudit } from './audit-api.ts'
import { fault, toStatus } from './errors.ts'
import { mountFleet, toSentSince } from './fleet-api.ts'
import { streamFleet, toFleetPage } from './fleet-page.ts'
import { requireAdmin } from './guards.ts'
import { parseBody } from './parse-body.ts'
import type { Sessions } from './session.ts'
import { mountSignIn, toWhoAmI } from './sign-in.ts'

export type ApiParts = Readonly<{
  surface: ToolSurface
  store: Pick<Store, 'tokens' | 'joinTokens'>
  fleet: Fleet
  clock: Clock
  version: string
  sessions: Sessions
  // Where people may also sign in; null where no provider is configured.
  signIn: OidcSignIn | null
  // Whose rows and effects are recorded and read; without it there is no audit to ask.
  audit?: HttpAudit
  principalOf(request: FastifyRequest): Principal
}>

// What the HTTP server asks of the audit.
export type HttpAudit = Pick<Audit, 'record' | 'take' | 'recordIntent' | 'recordOutcome'> &
  AuditReader &
  Readonly<{ volumes(organisation: string, since: string): Promise<readonly SentVolume[]> }>

const callBody = z.strictObject({
  tool: z.string().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()).default({}),
  interactive: z.boolean().default(false),
  client: z.string().min(1).max(64).optional(),
})
const names = z.array(z.string().min(1).max(64)).max(64)
const tokenBody = z.strictObject({
  name: z.string().min(1).max(128),
  mode: z.enum(MODES),
  role: z.enum(['viewer', 'approver', 'admin']),
  delegated: z.boolean().default(false),
  families: names.optional(),
  tiers: z.array(z.enum(TIERS)).max(TIERS.length).optional(),
})
const joinBody = z
  .strictObject({
    labels: z.record(z.string().min(1).max(64), z.string().max(256)).optional(),
    ttl_seconds: z.int().min(1).max(31_536_000).nullable(),
    max_uses: z.int().min(1).max(100_000).nullable(),
  })
  .refine((body) => body.ttl_seconds !== null || body.max_uses !== null, {
    path: ['max_uses'],
    error: 'a token that does not expire needs max_uses',
  })

// Mounts /api/v1, what the command and the pages ask; signing in and out alone needs no token.
export function mountApi(app: FastifyInstance, parts: ApiParts): void {
  mountReading(app, parts)
  mountFleet(app, parts)
  mountTokens(app, parts)
  mountSignIn(app, parts)
  if (parts.audit !== undefined) mountAudit(app, { audit: parts.audit, principalOf: parts.principalOf })
}

// Paths that are asked without a token.
export const OPEN_PATHS: readonly string[] = Object.freeze(['/api/v1/sign-in', '/api/v1/sign-out'])

function mountReading(app: FastifyInstance, parts: ApiParts): void {
  const { surface, fleet, clock, version, principalOf } = parts
  app.get('/api/v1/whoami', (request): WhoAmI => {
    return toWhoAmI(principalOf(request), version)
  })
  app.get('/api/v1/tools', (request): ToolList => {
    const announced = new Set(surface.announced(principalOf(request)))
    return {
      tools: surface.all.map((tool) => ({
        name: tool.name,
        title: tool.title,
        description: tool.description,
        tier: tool.tier,
        announced: announced.has(tool),
        input_schema: tool.inputSchema,
      })),
    }
  })
  app.post('/api/v1/call', (request, reply) => {
    const body = parseBody(callBody, request)
    const { tool, interactive, client } = body
    return call({ request, reply, tool, args: body.arguments, interactive, client })
  })
  app.get('/api/v1/catalog', (request, reply) => call({ request, reply, tool: 'list_catalog', args: {} }))
  app.get('/api/v1/scopes', (request, reply) => call({ request, reply, tool: 'list_scopes', args: {} }))
  app.get('/api/v1/fleet', async (request) => {
    const { organisation } = principalOf(request)
    const now = clock.now()
    const sent = await parts.audit?.volumes(organisation, toSentSince(now))
    return { ...toFleetPage(fleet, organisation, now), ...(sent === undefined ? {} : { sent }) }
  })
  app.get('/api/v1/fleet/events', (request, reply) => {
    reply.hijack()
    streamFleet(reply.raw, { fleet, organisation: principalOf(request).organisation, clock })
  })

  type Call = Readonly<{
    request: FastifyRequest
    reply: FastifyReply
    tool: string
    args: Readonly<Record<string, unknown>>
    // True where a person sits at a terminal; without one no write is offered.
    interactive?: boolean
    // The program that asks, whose calls follow one thread.
    client?: string | undefined
  }>

  async function call({
    request,
    reply,
    tool,
    args,
    interactive = false,
    client,
  }: Call): Promise<FastifyReply> {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    const result = await surface.call(tool, args, {
      principal: interactive ? principalOf(request) : { ...principalOf(request), delegated: true },
      signal: gone.signal,
      budget_ms: CALL_BUDGET_MS,
      progress: () => {},
      ...(client === undefined ? {} : { client }),
    })
    reply.type('application/json; charset=utf-8')
    if (result.kind === 'answer') return reply.send(result.text)
    return reply.code(toStatus(result.error)).send(toErrorText(result.error))
  }
}

function mountTokens(app: FastifyInstance, { store, audit, principalOf }: ApiParts): void {
  const adminOf = (request: FastifyRequest): Principal => {
    const principal = principalOf(request)
    requireAdmin(principal)
    return principal
  }
  app.get('/api/v1/tokens', async (request) => {
    return { tokens: await store.tokens.list(adminOf(request).organisation) }
  })
  app.post('/api/v1/tokens', async (request) => {
    const { organisation } = adminOf(request)
    const { families, tiers, ...body } = parseBody(tokenBody, request)
    const token = {
      organisation,
      ...body,
      ...(families === undefined ? {} : { families }),
      ...(tiers === undefined ? {} : { tiers }),
    }
    const { organisation: _, ...asked } = token
    return change({ request, action: 'token.created', asked }, () => store.tokens.create(token))
  })
  app.delete<{ Params: { id: string } }>('/api/v1/tokens/:id', async (request) => {
    const { organisation } = adminOf(request)
    const { id } = request.params
    const isRevoked = await change({ request, action: 'token.revoked', asked: { id } }, () =>
      store.tokens.revoke(organisation, id),
    )
    if (!isRevoked) throw fault(404, { code: 'not_found', message: 'no such token', fix: 'list the tokens' })
    return { revoked: true }
  })
  app.get('/api/v1/join-tokens', async (request) => {
    return { join_tokens: await store.joinTokens.list(adminOf(request).organisation) }
  })
  app.post('/api/v1/join-tokens', async (request) => {
    const { organisation } = adminOf(request)
    const { labels, ttl_seconds, max_uses } = parseBody(joinBody, request)
    const asked = { labels: labels ?? {}, ttl_seconds, max_uses }
    return change({ request, action: 'join_token.created', asked }, () =>
      store.joinTokens.create({
        organisation,
        ...(labels === undefined ? {} : { labels }),
        ttl_ms: ttl_seconds === null ? null : ttl_seconds * 1000,
        max_uses,
      }),
    )
  })
  app.delete<{ Params: { id: string } }>('/api/v1/join-tokens/:id', async (request) => {
    const { organisation } = adminOf(request)
    const { id } = request.params
    const isRevoked = await change({ request, action: 'join_token.revoked', asked: { id } }, () =>
      store.joinTokens.revoke(organisation, id),
    )
    if (!isRevoked)
      throw fault(404, { code: 'not_found', message: 'no such join token', fix: 'list the join tokens' })
    return { revoked: true }
  })

  type Change = Readonly<{ request: FastifyRequest; action: SecurityEvent; asked: unknown }>

  // A change of who may do what has its row before it happens; what cannot be recorded does not happen.
  function change<T extends boolean | Readonly<{ id: string }>>(
    { request, action, asked }: Change,
    run: () => Promise<T>,
  ): Promise<T> {
    if (audit === undefined) return run()
    const { organisation, id } = principalOf(request)
    return auditEffect(
      audit,
      { organisation, principal: id, action, arguments: asked },
      {
        run,
        toFacts: (result) =>
          typeof result === 'boolean'
            ? { outcome: [result ? 'done' : 'not_found'] }
            : { call: result.id, outcome: ['done'] },
      },
    )
  }
}
