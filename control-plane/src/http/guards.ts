import type { FastifyRequest } from 'fastify'
import type { ResourceServer } from '../oauth/index.ts'
import type { Principal, Store } from '../store/types.ts'
import { fault } from './errors.ts'
import { toChallenge } from './resource-api.ts'
import { checkForgery, type Sessions } from './session.ts'

// Host names that always mean this machine.
const LOOPBACK: readonly string[] = Object.freeze(['localhost', '127.0.0.1', '[::1]'])

export type HostRules = Readonly<{
  // Host names without ports by which clients may reach this server, beside loopback.
  hosts: readonly string[]
  // Further browser origins that may ask, as `https://name:port`.
  origins: readonly string[]
}>

// Refuses a Host that is not ours (DNS rebinding) and an Origin that is neither our own nor allowed. Throws HttpFault.
export function checkOrigin(request: FastifyRequest, rules: HostRules): void {
  const host = request.headers.host ?? ''
  const name = hostNameOf(host)
  if (name === null || ![...LOOPBACK, ...rules.hosts].includes(name))
    throw fault(403, {
      code: 'host_not_allowed',
      message: 'this server does not answer to that Host',
      field: 'Host',
      fix: 'use the URL that the control plane was configured with',
    })
  const { origin } = request.headers
  if (origin === undefined || rules.origins.includes(origin)) return
  // A page of our own carries our own Host; a proxy in front may speak https.
  if (origin === `http://${host}` || origin === `https://${host}`) return
  throw fault(403, {
    code: 'origin_not_allowed',
    message: 'pages of that Origin may not ask here',
    field: 'Origin',
    fix: 'add the origin to http.allowed_origins',
  })
}

export type Door = Readonly<{
  tokens: Pick<Store['tokens'], 'verify'>
  // Null where cookies open nothing.
  sessions: Sessions | null
  // What takes a provider's tokens; null where none is configured.
  resource: ResourceServer | null
  // Origin that clients use, where a proxy stands in front.
  publicUrl: string | null
}>

// The principal of the bearer token, or of the session's cookie where `sessions` are given and no bearer is. Throws
// HttpFault 401 with the challenge; a wrong token and none differ in words. 403: a forged request by cookie, or a token
// without any of our scopes. 503: the provider's keys cannot be read, so nothing is known of its token.
export async function authenticate(request: FastifyRequest, door: Door): Promise<Principal> {
  const bearer = bearerOf(request)
  const session = bearer === null ? (door.sessions?.find(request) ?? null) : null
  if (session !== null) checkForgery(request, session.csrf)
  if (session?.principal !== undefined) return session.principal
  const secret = bearer ?? session?.secret ?? null
  const challenge = (more: Readonly<{ error?: string; scope?: string }> = {}) => ({
    'www-authenticate': toChallenge(request, { ...door, ...more }),
  })
  if (secret === null)
    throw fault(
      401,
      {
        code: 'token_required',
        message: 'a bearer token is required',
        field: 'Authorization',
        fix: 'send Authorization: Bearer vdt_...',
      },
      challenge(),
    )
  if (door.resource !== null && isSignedToken(secret)) return verifySigned(secret, door.resource, challenge)
  const principal = await door.tokens.verify(secret)
  if (principal !== null) return principal
  throw fault(
    401,
    {
      code: 'token_invalid',
      message: 'the token is unknown or revoked',
      field: 'Authorization',
      fix: 'make one with `vedette token create`',
    },
    challenge({ error: 'invalid_token' }),
  )
}

// Three texts between dots: no token of our own looks like that.
function isSignedToken(secret: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(secret)
}

async function verifySigned(
  token: string,
  resource: ResourceServer,
  challenge: (more: Readonly<{ error: string; scope?: string }>) => Readonly<Record<string, string>>,
): Promise<Principal> {
  const verdict = await resource.verify(token)
  if (verdict.kind === 'principal') return verdict.principal
  switch (verdict.why) {
    case 'invalid':
      throw fault(
        401,
        {
          code: 'token_invalid',
          message: 'the token is not one that the provider made for this server, or its time is over',
          field: 'Authorization',
          fix: 'get a new one from the provider, for this resource',
        },
        challenge({ error: 'invalid_token' }),
      )
    case 'insufficient_scope':
      throw fault(
        403,
        {
          code: 'insufficient_scope',
          message: 'the token has no scope that opens anything here',
          field: 'Authorization',
          fix: 'ask the provider for one of the scopes of the metadata',
        },
        challenge({ error: 'insufficient_scope', scope: resource.scopes.join(' ') }),
      )
    case 'provider_away':
      throw fault(503, {
        code: 'provider_away',
        message: "the provider's keys cannot be read now",
        fix: 'try again; an operator checks oauth.issuer',
        retryable: true,
      })
  }
}

// The secret of an Authorization header, or null.
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +([\x21-\x7e]{1,16384})$/i.exec(request.headers.authorization ?? '')
  return match?.[1] ?? null
}

// Refuses who is not an admin. Throws HttpFault 403.
export function requireAdmin(principal: Principal): void {
  if (principal.role === 'admin' && principal.families === undefined && principal.tiers === undefined) return
  throw fault(403, {
    code: 'forbidden',
    message: 'only an admin whose token is not narrowed may do this',
    fix: 'use an admin token',
  })
}

// The host name in lower case without its port, or null when the header is malformed.
function hostNameOf(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/.exec(host.toLowerCase())
  return match?.[1] ?? null
}
