import type { Clock } from '@vedette/proto/clock'
import * as client from 'openid-client'
import type { OAuthConfig } from '../config/index.ts'
import type { Principal } from '../store/types.ts'
import { toPrincipal } from './claims.ts'
import { createFetch } from './fetch.ts'

// What must be remembered between leaving for the provider and coming back; never shown to anybody.
export type Departure = Readonly<{ state: string; nonce: string; verifier: string }>

export type SignInFault = 'provider_away' | 'refused' | 'not_mapped'

// Signs people in at a provider: authorization code with PKCE, checked state and nonce.
export type OidcSignIn = Readonly<{
  label: string
  // Origin that people use, and come back to.
  publicUrl: string
  begin(): Promise<Readonly<{ url: string; departure: Departure }> | 'provider_away'>
  // `query`: what the provider added to the address, as it came.
  finish(query: string, departure: Departure): Promise<Principal | SignInFault>
}>

export type SignInOptions = Readonly<{
  oauth: OAuthConfig
  publicUrl: string
  isKnown(organisation: string): boolean
  clock: Clock
}>

export const CALLBACK_PATH = '/api/v1/oidc/callback'

// Null where no sign-in is configured. The provider is looked up when somebody first asks, and again until it answers.
export function createSignIn({ oauth, publicUrl, isKnown, clock }: SignInOptions): OidcSignIn | null {
  const { sign_in, issuer, ca } = oauth
  if (sign_in === null) return null
  const redirect_uri = `${publicUrl}${CALLBACK_PATH}`
  const fetch = createFetch(ca, clock)
  let found: Promise<client.Configuration> | null = null
  const discover = () => {
    found ??= discoverProvider().catch((error: unknown) => {
      found = null
      throw error
    })
    return found
  }
  const discoverProvider = () => {
    const { client_id, client_secret } = sign_in
    const proof = client_secret === null ? client.None() : client.ClientSecretBasic(client_secret)
    const options = { [client.customFetch]: fetch, timeout: TIMEOUT_S }
    return client.discovery(
      new URL(issuer),
      client_id,
      { [client.clockTolerance]: oauth.clock_tolerance_seconds },
      proof,
      options,
    )
  }

  return Object.freeze({
    label: sign_in.label,
    publicUrl,
    async begin() {
      try {
        const provider = await discover()
        const departure = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const url = client.buildAuthorizationUrl(provider, {
          redirect_uri,
          scope: sign_in.scopes.join(' '),
          state: departure.state,
          nonce: departure.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(departure.verifier),
          code_challenge_method: 'S256',
        })
        return { url: url.href, departure }
      } catch {
        // What went wrong may repeat what was sent; it stays here.
        return 'provider_away'
      }
    },
    async finish(query: string, { state, nonce, verifier }: Departure) {
      const provider = await discover().catch(() => null)
      if (provider === null) return 'provider_away'
      try {
        const tokens = await client.authorizationCodeGrant(provider, new URL(`${redirect_uri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (claims === undefined) return 'refused'
        const principal = toPrincipal(claims, { oauth, scope: null })
        if (typeof principal === 'string' || !isKnown(principal.organisation)) return 'not_mapped'
        return principal
      } catch {
        return 'refused'
      }
    },
  })
}

const TIMEOUT_S = 10
