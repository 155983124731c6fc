import type { Clock } from '@vedette/proto/clock'
import { MODES, TIERS } from '@vedette/proto/policy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Fleet } from '../fleet/types.ts'
import type { Principal, Store } from '../store/types.ts'
import { CALL_BUDGET_MS, type ToolSurface, toErrorText } from '../tools/index.ts'
import type { ToolList, WhoAmI } from './api-types.ts'
import { fault, toStatus } from './errors.ts'
import { streamFleet, toFleetPage } from './fleet-page.ts'
import { bearerOf, requireAdmin } from './guards.ts'
import { createSignInCodes } from './sign-in.ts'

export type ApiParts = Readonly<{
  surface: ToolSurface
  store: Pick<Store, 'tokens' | 'joinTokens'>
  fleet: Fleet
  clock: Clock
  version: string
  principalOf(request: FastifyRequest): Principal
}>

const callBody = z.strictObject({
  tool: z.string().min(1).max(128),
  arguments: z.record(z.string(), z.unknown()).default({}),
  interactive: z.boolean().default(false),
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
const codeBody = z.strictObject({ code: z.string().min(1).max(128) })

// Mounts /api/v1, what the command and the pages ask; `sign-in` alone needs no bearer token.
export function mountApi(app: FastifyInstance, parts: ApiParts): void {
  mountReading(app, parts)
  mountTokens(app, parts)
  mountSignIn(app, parts)
}

// Paths that are asked without a token.
export const OPEN_PATHS: readonly string[] = Object.freeze(['/api/v1/sign-in'])

function mountReading(app: FastifyInstance, parts: ApiParts): void {
  const { surface, fleet, clock, version, principalOf } = parts
  app.get('/api/v1/whoami', (request): WhoAmI => {
    const { organisation, id, name, mode, role } = principalOf(request)
    return { organisation, id, name, mode, role, version }
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
    const { tool, interactive } = body
    return call({ request, reply, tool, args: body.arguments, interactive })
  })
  app.get('/api/v1/catalog', (request, reply) => call({ request, reply, tool: 'list_catalog', args: {} }))
  app.get('/api/v1/scopes', (request, reply) => call({ request, reply, tool: 'list_scopes', args: {} }))
  app.get('/api/v1/fleet', (request) => toFleetPage(fleet, principalOf(request).organisation, clock.now()))
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
  }>

  async function call({ request, reply, tool, args, interactive = false }: Call): Promise<FastifyReply> {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort()
    })
    const result = await surface.call(tool, args, {
      principal: interactive ? principalOf(request) : { ...principalOf(request), delegated: true },
      signal: gone.signal,
      budget_ms: CALL_BUDGET_MS,
      progress: () => {},
    })
    reply.type('application/json; charset=utf-8')
    if (result.kind === 'answer') return reply.send(result.text)
    return reply.code(toStatus(result.error)).send(toErrorText(result.error))
  }
}

function mountTokens(app: FastifyInstance, { store, principalOf }: ApiParts): void {
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
    return store.tokens.create({
      organisation,
      ...body,
      ...(families === undefined ? {} : { families }),
      ...(tiers === undefined ? {} : { tiers }),
    })
  })
  app.delete<{ Params: { id: string } }>('/api/v1/tokens/:id', async (request) => {
    const isRevoked = await store.tokens.revoke(adminOf(request).organisation, request.params.id)
    if (!isRevoked) throw fault(404, { code: 'not_found', message: 'no such token', fix: 'list the tokens' })
    return { revoked: true }
  })
  app.get('/api/v1/join-tokens', async (request) => {
    return { join_tokens: await store.joinTokens.list(adminOf(request).organisation) }
  })
  app.post('/api/v1/join-tokens', async (request) => {
    const { organisation } = adminOf(request)
    const { labels, ttl_seconds, max_uses } = parseBody(joinBody, request)
    return store.joinTokens.create({
      organisation,
      ...(labels === undefined ? {} : { labels }),
      ttl_ms: ttl_seconds === null ? null : ttl_seconds * 1000,
      max_uses,
    })
  })
  app.delete<{ Params: { id: string } }>('/api/v1/join-tokens/:id', async (request) => {
    const isRevoked = await store.joinTokens.revoke(adminOf(request).organisation, request.params.id)
    if (!isRevoked)
      throw fault(404, { code: 'not_found', message: 'no such join token', fix: 'list the join tokens' })
    return { revoked: true }
  })
}

function mountSignIn(app: FastifyInstance, { store, clock, principalOf }: ApiParts): void {
  const codes = createSignInCodes(clock)
  app.post('/api/v1/sign-in-codes', (request) => {
    principalOf(request)
    return { code: codes.issue(bearerOf(request) ?? '') }
  })
  app.post('/api/v1/sign-in', async (request) => {
    const secret = codes.redeem(parseBody(codeBody, request).code)
    const isValid = secret !== null && (await store.tokens.verify(secret)) !== null
    if (isValid) return { token: secret }
    throw fault(403, {
      code: 'code_invalid',
      message: 'the code is unknown, used or too old',
      fix: 'ask for a new one',
    })
  })
}

// The checked body. Throws HttpFault naming the field; what was sent is not repeated.
function parseBody<T>(schema: z.ZodType<T>, request: FastifyRequest): T {
  const parsed = schema.safeParse(request.body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String).join('.')
  throw fault(400, {
    code: 'invalid_argument',
    field: field.slice(0, 100) || 'body',
    message: unknown === undefined ? (issue?.message ?? 'not valid').slice(0, 200) : 'unknown field',
    fix: 'send the fields that this path takes',
  })
}
