import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '@vedette/proto/clock'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Principal } from '../store/types.ts'
import type { ApiParts } from './api.ts'
import type { Session, SignInWays, WhoAmI } from './api-types.ts'
import { fault } from './errors.ts'
import { bearerOf } from './guards.ts'
import { parseBody } from './parse-body.ts'

const VALID_MS = 24 * 3_600_000
const MAX_CODES = 200

export type SignInCodes = Readonly<{
  // A single-use code for this token's secret, valid for a day.
  issue(secret: string): string
  // The secret of a code, once; null when the code is unknown, used or too old.
  redeem(code: string): string | null
}>

const signInBody = z.union([
  z.strictObject({ code: z.string().min(1).max(128) }),
  z.strictObject({ token: z.string().min(1).max(4096) }),
])

type SignInParts = Pick<ApiParts, 'store' | 'clock' | 'version' | 'sessions' | 'signIn' | 'principalOf'>

// Mounts what a browser signs in and out with: a token, or a code that stands for one, for a cookie.
export function mountSignIn(app: FastifyInstance, parts: SignInParts): void {
  const { store, clock, version, sessions, principalOf } = parts
  const codes = createSignInCodes(clock)
  app.post('/api/v1/sign-in-codes', (request) => {
    principalOf(request)
    const secret = bearerOf(request) ?? sessions.find(request)?.secret
    if (secret === undefined || !secret.startsWith('vdt_')) throw NO_OWN_TOKEN
    return { code: codes.issue(secret) }
  })
  app.post('/api/v1/sign-in', async (request, reply): Promise<Session> => {
    const body = parseBody(signInBody, request)
    const secret = 'token' in body ? body.token : codes.redeem(body.code)
    const principal = secret === null ? null : await store.tokens.verify(secret)
    if (secret !== null && principal !== null)
      return { ...toWhoAmI(principal, version), csrf: sessions.start(request, reply, secret) }
    throw 'token' in body ? TOKEN_INVALID : CODE_INVALID
  })
  app.get('/api/v1/sign-in', (): SignInWays => ({ oidc: parts.signIn && { label: parts.signIn.label } }))
  app.post('/api/v1/sign-out', (request, reply) => {
    sessions.end(request, reply)
    return { signed_out: true }
  })
  app.get('/api/v1/session', (request): Session => {
    return { ...toWhoAmI(principalOf(request), version), csrf: sessions.find(request)?.csrf ?? null }
  })
}

// Who asks, as it is told to themselves.
export function toWhoAmI({ organisation, id, name, mode, role }: Principal, version: string): WhoAmI {
  return { organisation, id, name, mode, role, version }
}

const CODE_INVALID = fault(403, {
  code: 'code_invalid',
  message: 'the code is unknown, used or too old',
  fix: 'ask for a new one',
})
const NO_OWN_TOKEN = fault(409, {
  code: 'no_own_token',
  message: 'who came by a provider has no token of ours that a code could stand for',
  fix: 'sign in at the provider in that browser too',
})
const TOKEN_INVALID = fault(403, {
  code: 'token_invalid',
  message: 'the token is unknown or revoked',
  field: 'token',
  fix: 'make one with `vedette token create`',
})

// Codes that open the page in a browser without a token in its address; kept in memory, by their hash.
export function createSignInCodes(clock: Clock): SignInCodes {
  const codes = new Map<string, Readonly<{ secret: string; until: number }>>()
  return Object.freeze({
    issue(secret: string): string {
      const now = clock.monotonic()
      for (const [hash, one] of codes) if (one.until <= now) codes.delete(hash)
      if (codes.size >= MAX_CODES) codes.delete(codes.keys().next().value ?? '')
      const code = `vdc_${randomBytes(24).toString('base64url')}`
      codes.set(hashOf(code), { secret, until: now + VALID_MS })
      return code
    },
    redeem(code: string): string | null {
      const hash = hashOf(code)
      const found = codes.get(hash)
      codes.delete(hash)
      return found === undefined || found.until <= clock.monotonic() ? null : found.secret
    },
  })
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
