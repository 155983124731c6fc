import type { Clock } from '@vedette/proto/clock'
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import type { OAuthConfig } from '../config/index.ts'
import { createIssuerKeys } from '../identity/index.ts'
import type { Principal } from '../store/types.ts'
import { scopesOf, toPrincipal } from './claims.ts'

export type TokenVerdict =
  | Readonly<{ kind: 'principal'; principal: Principal }>
  // `provider_away`: its keys cannot be read now, so nothing is known of the token.
  | Readonly<{ kind: 'refused'; why: 'invalid' | 'insufficient_scope' | 'provider_away' }>

// What takes a provider's access tokens, and what it tells clients about where to get one (RFC 9728).
export type ResourceServer = Readonly<{
  // Scopes that open something here.
  scopes: readonly string[]
  metadata: Readonly<Record<string, unknown>>
  verify(token: string): Promise<TokenVerdict>
}>

export type ResourceOptions = Readonly<{
  oauth: OAuthConfig
  // Tells whether an organisation is one of ours.
  isKnown(organisation: string): boolean
  clock: Clock
}>

const MAX_TOKEN = 16_384
// Types of an access token in its own header (RFC 9068) and of providers that write none of their own; an ID token or a
// logout token is not one.
const TYPES: readonly string[] = Object.freeze(['at+jwt', 'application/at+jwt', 'jwt'])

// Checks signature, algorithm, issuer, audience, expiry and start of each token, every time; the provider's keys alone
// are remembered, for an hour.
export function createResourceServer({ oauth, isKnown, clock }: ResourceOptions): ResourceServer {
  const keysOf = createIssuerKeys(clock)
  const { issuer, audience, ca } = oauth

  async function verify(token: string): Promise<TokenVerdict> {
    const header = readHeader(token)
    if (header === null || !oauth.algorithms.some((one) => one === header.alg)) return INVALID
    const keys = await keysOf({ issuer, ca }, header.kid)
    if (keys === null) return { kind: 'refused', why: 'provider_away' }
    const claims = await check(token, keys)
    if (claims === null) return INVALID
    const principal = toPrincipal(claims, { oauth, scope: scopesOf(claims) })
    if (principal === 'insufficient_scope') return { kind: 'refused', why: principal }
    if (typeof principal === 'string' || !isKnown(principal.organisation)) return INVALID
    return { kind: 'principal', principal }
  }

  async function check(
    token: string,
    keys: Parameters<typeof createLocalJWKSet>[0],
  ): Promise<JWTPayload | null> {
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        issuer,
        audience,
        algorithms: [...oauth.algorithms],
        clockTolerance: oauth.clock_tolerance_seconds,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'iss', 'aud', 'sub'],
      })
      return payload
    } catch {
      return null
    }
  }

  const scopes = Object.freeze([...Object.keys(oauth.scopes), ...Object.keys(oauth.family_scopes)])
  return Object.freeze({
    scopes,
    verify,
    metadata: Object.freeze({
      resource: audience,
      authorization_servers: [issuer],
      scopes_supported: scopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Vedette',
    }),
  })
}

const INVALID: TokenVerdict = Object.freeze({ kind: 'refused', why: 'invalid' })

// What a token says of itself before anything of it is believed; null for what is no access token.
function readHeader(token: string): Readonly<{ alg: string; kid: string | null }> | null {
  if (token.length > MAX_TOKEN) return null
  try {
    const { alg, kid, typ } = decodeProtectedHeader(token)
    if (typeof alg !== 'string' || (typ !== undefined && !TYPES.includes(typ.toLowerCase()))) return null
    return { alg, kid: typeof kid === 'string' ? kid : null }
  } catch {
    return null
  }
}
