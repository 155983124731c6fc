import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fault } from './errors.ts'

// How long a browser stays signed in: twelve hours.
const VALID_MS = 12 * 3_600_000
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const SAFE_METHODS: readonly string[] = Object.freeze(['GET', 'HEAD', 'OPTIONS'])

// The header that carries the token against forged requests, with every request by cookie that changes anything.
export const CSRF_HEADER = 'x-vedette-csrf'

export type Sessions = Readonly<{
  // Signs a browser in with this token: sets the cookie, returns the token against forged requests.
  start(request: FastifyRequest, reply: FastifyReply, secret: string): string
  // Takes the cookie away.
  end(request: FastifyRequest, reply: FastifyReply): void
  // What the cookie of a request stands for; null without one, with one that is not ours, or too old.
  find(request: FastifyRequest): Readonly<{ secret: string; csrf: string }> | null
}>

// Browser sessions without a store: the cookie is the token sealed under `key` (32 bytes, the same on every replica)
// with its end. No script reads it, no other site sends it, and a revoked token is refused at its next request.
export function createSessions({ key, clock }: Readonly<{ key: Buffer; clock: Clock }>): Sessions {
  const csrfOf = (cookie: string) => createHmac('sha256', key).update(`csrf ${cookie}`).digest('base64url')

  function open(cookie: string): string | null {
    const bytes = Buffer.from(cookie, 'base64url')
    if (bytes.length <= IV_BYTES + TAG_BYTES) return null
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      const [until = '', secret = ''] = text.toString().split(' ', 2)
      return Number(until) > clock.now() ? secret : null
    } catch {
      // Not sealed by us.
      return null
    }
  }

  return Object.freeze({
    start(request: FastifyRequest, reply: FastifyReply, secret: string): string {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv(CIPHER, key, iv)
      const sealed = Buffer.concat([cipher.update(`${clock.now() + VALID_MS} ${secret}`), cipher.final()])
      const cookie = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
      reply.setCookie(nameOf(request), cookie, { ...optionsOf(request), maxAge: VALID_MS / 1000 })
      return csrfOf(cookie)
    },
    end(request: FastifyRequest, reply: FastifyReply): void {
      reply.clearCookie(nameOf(request), optionsOf(request))
    },
    find(request: FastifyRequest) {
      const cookie = request.cookies[nameOf(request)]
      const secret = cookie === undefined ? null : open(cookie)
      return cookie === undefined || secret === null ? null : { secret, csrf: csrfOf(cookie) }
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
