import type { FastifyRequest } from 'fastify'
import type { Principal, Store } from '../store/types.ts'
import { fault } from './errors.ts'
import { checkForgery, type Sessions } from './session.ts'

// Host names that always mean this machine.
const LOOPBACK: readonly string[] = Object.freeze(['localhost', '127.0.0.1', '[::1]'])
const CHALLENGE = 'Bearer realm="vedette"'

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

// The principal of the bearer token, or of the session's cookie where `sessions` are given and no bearer is. Throws
// HttpFault 401 with the challenge; a wrong token and none differ in words. 403: a forged request by cookie.
export async function authenticate(
  request: FastifyRequest,
  { tokens, sessions }: Readonly<{ tokens: Pick<Store['tokens'], 'verify'>; sessions: Sessions | null }>,
): Promise<Principal> {
  const bearer = bearerOf(request)
  const session = bearer === null ? (sessions?.find(request) ?? null) : null
  if (session !== null) checkForgery(request, session.csrf)
  const secret = bearer ?? session?.secret ?? null
  if (secret === null)
    throw fault(
      401,
      {
        code: 'token_required',
        message: 'a bearer token is required',
        field: 'Authorization',
        fix: 'send Authorization: Bearer vdt_...',
      },
      { 'www-authenticate': CHALLENGE },
    )
  const principal = await tokens.verify(secret)
  if (principal !== null) return principal
  throw fault(
    401,
    {
      code: 'token_invalid',
      message: 'the token is unknown or revoked',
      field: 'Authorization',
      fix: 'make one with `vedette token create`',
    },
    { 'www-authenticate': `${CHALLENGE}, error="invalid_token"` },
  )
}

// The secret of an Authorization header, or null.
export function bearerOf(request: FastifyRequest): string | null {
  const match = /^Bearer +([\x21-\x7e]{1,4096})$/i.exec(request.headers.authorization ?? '')
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
