import { MODES, TIERS } from '@vedette/proto/policy'
import { z } from 'zod'

const word = z.string().min(1).max(256)
const words = z.array(word).max(64)
const secret = z.union([z.strictObject({ env: word }), z.strictObject({ file: z.string().min(1) })], {
  error: 'must be { env: NAME } or { file: PATH }',
})

// Signature algorithms that a provider may use: a shared secret or none at all is never believed.
export const TOKEN_ALGORITHMS = Object.freeze([
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const)

// What each scope of an access token lets it do, unless the file says otherwise.
const SCOPES = Object.freeze({
  'vedette:read': ['metadata', 'read'],
  'vedette:metered': ['metered_read'],
  'vedette:protected': ['protected_read'],
  'vedette:write': ['write'],
  'vedette:send': ['send'],
  'vedette:restart': ['high_risk'],
} as const)

// An OpenID Connect provider whose access tokens are taken beside our own.
export const oauthSchema = z.strictObject({
  issuer: z
    .url({ protocol: /^https$/ })
    .max(512)
    .describe('The provider, exactly as its tokens name it'),
  ca_file: z.string().min(1).optional().describe('PEM of a private authority that the provider is signed by'),
  audience: word.optional().describe('What tokens must be made for; default <http.public_url>/mcp'),
  algorithms: z
    .array(z.enum(TOKEN_ALGORITHMS))
    .min(1)
    .default(['RS256', 'PS256', 'ES256', 'EdDSA'])
    .describe('Signature algorithms that are believed'),
  clock_tolerance_seconds: z.int().min(0).max(300).default(60),
  organisation: z
    .union([
      z.strictObject({ fixed: word }),
      z.strictObject({ claim: word, names: z.record(word, word).default({}) }),
    ])
    .describe('One organisation for all, or the claim that names it; `names` maps its values'),
  principal_claim: word.default('sub').describe('The claim that tells people apart'),
  name_claim: word.default('preferred_username').describe('The claim that people are called by'),
  mode: z.enum(MODES).default('cautious'),
  roles: z
    .strictObject({ claim: word.default('groups'), admin: words.default([]), approver: words.default([]) })
    .prefault({})
    .describe('Values of the claim that make an admin or an approver; everybody else is a viewer'),
  scopes: z
    .record(word, z.array(z.enum(TIERS)).min(1))
    .default(() => Object.fromEntries(Object.entries(SCOPES).map(([name, tiers]) => [name, [...tiers]])))
    .describe('Tiers that each scope of an access token opens; a token with none of them is refused'),
  family_scopes: z
    .record(word, words.min(1))
    .default({})
    .describe('Operation families that scopes open; with any here, a token needs one of them too'),
  sign_in: z
    .strictObject({
      client_id: word,
      client_secret: secret.optional(),
      scopes: words.default(['openid', 'profile']),
      label: z.string().min(1).max(64).default('single sign-on').describe('What the button is called'),
    })
    .optional()
    .describe('Lets people sign in to the pages at the provider'),
})

export type OAuthFile = z.output<typeof oauthSchema>

// The checked settings with what the file only points at: the authority's PEM and the client's secret.
export type OAuthConfig = Omit<OAuthFile, 'ca_file' | 'audience' | 'sign_in'> &
  Readonly<{
    ca: string | null
    audience: string
    sign_in:
      | (Omit<NonNullable<OAuthFile['sign_in']>, 'client_secret'> &
          Readonly<{ client_secret: string | null }>)
      | null
  }>
