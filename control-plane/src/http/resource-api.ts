import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ResourceServer } from '../oauth/index.ts'
import { fault } from './errors.ts'

const METADATA = '/.well-known/oauth-protected-resource'
const REALM = 'Bearer realm="vedette"'
// Names under which tokens are put into addresses (RFC 6750), and what ours begin with.
const TOKEN_NAMES: readonly string[] = Object.freeze([
  'access_token',
  'token',
  'bearer',
  'authorization',
  'id_token',
])

// Where clients learn which provider makes tokens for this server (RFC 9728): at the root and for the MCP endpoint.
export function mountResource(app: FastifyInstance, resource: ResourceServer): void {
  for (const path of [METADATA, `${METADATA}/mcp`])
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').send(resource.metadata),
    )
}

// The challenge of a 401 or 403: with a provider configured, it says where to read of it. `base`: our own origin.
export function toChallenge(
  request: FastifyRequest,
  facts: Readonly<{
    resource: ResourceServer | null
    publicUrl: string | null
    error?: string
    scope?: string
  }>,
): string {
  const { resource, publicUrl, error, scope } = facts
  const base = publicUrl ?? `http://${request.headers.host ?? 'localhost'}`
  return [
    REALM,
    ...(error === undefined ? [] : [`error="${error}"`]),
    ...(scope === undefined ? [] : [`scope="${scope}"`]),
    ...(resource === null ? [] : [`resource_metadata="${base}${METADATA}/mcp"`]),
  ].join(', ')
}

// Refuses a token in an address, where proxies and histories keep it, whether or not it is a good one. Throws HttpFault.
export function refuseTokenInUrl(request: FastifyRequest): void {
  const query = request.url.split('?', 2)[1]
  if (query === undefined) return
  for (const [name, value] of new URLSearchParams(query))
    if (TOKEN_NAMES.includes(name.toLowerCase()) || /^vdt_/.test(value))
      throw fault(
        400,
        {
          code: 'token_in_url',
          message: 'a token in the address is never read',
          field: 'Authorization',
          fix: 'send it as Authorization: Bearer, and revoke this one: addresses are kept by proxies',
        },
        { 'www-authenticate': `${REALM}, error="invalid_request"` },
      )
}
