import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../store/types.ts'
import { fault } from './errors.ts'
import { createSealer } from './sealer.ts'

// How long a browser stays signed in: twelve hours.
const VALID_MS = 12 * 3_600_000
const SAFE_METHODS: readonly string[] = Object.freeze(['GET', 'HEAD', 'OPTIONS'])

// The header that carries the token against forged requests, with every request by cookie that changes anything.
export const CSRF_HEADER = 'x-vedette-csrf'

export type Sessions = Readonly<{
  // Signs a browser in with this token: sets the cookie, returns the token against forged requests.
  start(request: FastifyRequest, reply: FastifyReply, secret: string): string
  // Signs a browser in as who a provider said it is, until the session ends.
  startFor(
    request: FastifyRequest,
    reply: FastifyReply,
    facts: Readonly<{ principal: Principal; secure: boolean }>,
  ): void
  // Takes the cookie away.
  end(request: FastifyRequest, reply: FastifyReply): void
  // What the cookie of a request stands for; null without one, with one that is not ours, or too old.
  find(request: FastifyRequest): Session | null
}>

// Behind a cookie stands a token, which is checked each time, or who a provider vouched for at its beginning.
export type Session = Readonly<{ csrf: string }> &
  (
    | Readonly<{ secret: string; principal?: undefined }>
    | Readonly<{ secret?: undefined; principal: Principal }>
  )

// Browser sessions without a store: the cookie is the token sealed under `key` (32 bytes, the same on every replica)
// with its end. No script reads it, no other site sends it, and a revoked token is refused at its next request.
export function createSessions({ key, clock }: Readonly<{ key: Buffer; clock: Clock }>): Sessions {
  const csrfOf = (cookie: string) => createHmac('sha256', key).update(`csrf ${cookie}`).digest('base64url')

  const tokens = createSealer(key, 'session')
  const people = createSealer(key, 'person')

  function read(sealed: string | null): string | null {
    const [until = '', ...rest] = (sealed ?? '').split(' ')
    return Number(until) > clock.now() ? rest.join(' ') : null
  }

  return Object.freeze({
    start(request: FastifyRequest, reply: FastifyReply, secret: string): string {
      const cookie = tokens.seal(`${clock.now() + VALID_MS} ${secret}`)
      reply.setCookie(nameOf(request), cookie, { ...optionsOf(request), maxAge: VALID_MS / 1000 })
      return csrfOf(cookie)
    },
    startFor(request, reply, { principal, secure }): void {
      const cookie = people.seal(`${clock.now() + VALID_MS} ${JSON.stringify(principal)}`)
      reply.setCookie(nameOf(request), cookie, { ...optionsOf(request), secure, maxAge: VALID_MS / 1000 })
    },
    end(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request), optionsOf(request))
    },
    find(request: FastifyRequest) {
      const cookie = request.cookies[nameOf(request)]
      if (cookie === undefined) return null
      const csrf = csrfOf(cookie)
      const secret = read(tokens.open(cookie))
      if (secret !== null) return { secret, csrf }
      const person = read(people.open(cookie))
      // Sealed by us alone, so it has the shape that we gave it.
      return person === null ? null : { principal: JSON.parse(person) as Principal, csrf }
    },
  })
}

// Refuses a request by cookie that changes something and does not carry the session's own token: another page can make
// a browser send the cookie, but cannot read the token. Throws HttpFault 403.
export function checkForgery(request: FastifyRequest, csrf: string): void {
  if (SAFE_METHODS.includes(request.method)) return
  const given = Buffer.from(String(request.headers[CSRF_HEADER] ?? ''))
  const wanted = Buffer.from(csrf)
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return
  throw fault(403, {
    code: 'csrf_token_required',
    message: 'a request by cookie that changes something needs the token of its session',
    field: CSRF_HEADER,
    fix: 'send the csrf of GET /api/v1/session in that header',
  })
}

// Browsers tell cookies apart by host and not by port, so the port stands in the name: two servers on one machine.
function nameOf(request: FastifyRequest): string {
  const port = /:(\d{1,5})$/.exec(request.headers.host ?? '')?.[1]
  return port === undefined ? 'vedette_session' : `vedette_session_${port}`
}

// A page always names its origin when it signs in; behind a proxy that is what tells https.
function optionsOf(request: FastifyRequest) {
  const secure = request.headers.origin?.startsWith('https://') === true
  return { path: '/api', httpOnly: true, sameSite: 'strict', secure } as const
}
