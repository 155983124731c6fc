import { createHttpClient, type HttpClient } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { GcpConfig } from './config.ts'
import { TOKEN_ERRORS } from './errors.ts'
import { parseKey, signAssertion } from './jwt.ts'
import { SERVICES } from './services.ts'

const READ_SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const TOKEN_URL = 'https://oauth2.googleapis.com/token'
const SPARE_MS = 300_000

// A bearer token and, where it is known, when it ends, in epoch milliseconds.
export type Token = Readonly<{ value: string; expiresAt?: number; principal?: string }>

export type TokenReader = Readonly<{
  // The token to use now. The secret behind it is read each time, so that its rotation needs no restart.
  read(context: CallContext): Promise<Token>
  // Drops a token that was refused, so that the next read asks for another.
  forget(): void
  close(): void
}>

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const impersonated = z.object({
  accessToken: z.string().min(1),
  expireTime: z.iso.datetime({ offset: true }),
})

const METADATA = Object.freeze({ 'metadata-flavor': 'Google' })

type Giver = 'oauth' | 'sts' | 'credentials' | 'metadata'
type Kept = Readonly<{ secret: string; token: Token }>

// Makes the reader of one credential; no network or secret is touched until the first call. It throws `unauthorized`
// for a credential that is refused or that cannot be used.
export function createTokenReader(config: GcpConfig, { instance, readSecret }: ConnectContext): TokenReader {
  const { credentials } = config
  const clients = new Map<string, HttpClient>()
  let kept: Kept | undefined

  function clientOf(service: Giver): HttpClient {
    const known = clients.get(service)
    if (known !== undefined) return known
    const made = createHttpClient({
      baseUrl: toBaseUrl(service, config),
      name: instance,
      errors: TOKEN_ERRORS,
      headers: async () => (service === 'metadata' ? METADATA : {}),
    })
    clients.set(service, made)
    return made
  }

  // Acts as a service account, with the token of the pool.
  function actAs(bearer: string): HttpClient {
    const headers = async () => ({ authorization: `Bearer ${bearer}` })
    return createHttpClient({
      baseUrl: toBaseUrl('credentials', config),
      name: instance,
      errors: TOKEN_ERRORS,
      headers,
    })
  }

  async function renew(secret: string, context: CallContext): Promise<Token> {
    if ('key' in credentials) {
      const key = parseKey(secret, instance)
      const now = context.clock.now()
      const claims = { audience: TOKEN_URL, scope: READ_SCOPE, now, credential: instance }
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: await signAssertion(key, claims),
      }
      const said = await clientOf('oauth').postForm({ path: ['token'], form, context })
      return { ...toToken(said.json, now), principal: key.client_email }
    }
    if ('federation' in credentials) return exchange(secret, context)
    const path = ['computeMetadata', 'v1', 'instance', 'service-accounts', 'default', 'token']
    const now = context.clock.now()
    return toToken((await clientOf('metadata').get({ path, context })).json, now)
  }

  async function exchange(subject: string, context: CallContext): Promise<Token> {
    if (!('federation' in credentials)) throw new TypeError('only a federated token is exchanged')
    const { audience, token_type, service_account } = credentials.federation
    const now = context.clock.now()
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      subject_token_type: token_type,
      subject_token: subject,
      audience,
      scope: READ_SCOPE,
    }
    const said = await clientOf('sts').postForm({ path: ['v1', 'token'], form, context })
    const own = toToken(said.json, now)
    if (service_account === undefined) return own
    const http = actAs(own.value)
    const path = [
      'v1',
      'projects',
      '-',
      'serviceAccounts',
      { of: service_account, verb: 'generateAccessToken' },
    ]
    const body = { scope: [READ_SCOPE], lifetime: '3600s' }
    const acting = await http.postJson({ path, body, context }).finally(http.close)
    const parsed = impersonated.safeParse(acting.json)
    if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
    const { accessToken, expireTime } = parsed.data
    return { value: accessToken, expiresAt: Date.parse(expireTime), principal: service_account }
  }

  async function readOwnSecret(): Promise<string> {
    if ('key' in credentials) return readSecret(credentials.key)
    if ('federation' in credentials) return (await readSecret(credentials.federation.token)).trim()
    if ('access_token' in credentials) return (await readSecret(credentials.access_token)).trim()
    return ''
  }

  return {
    async read(context) {
      const secret = await readOwnSecret()
      if ('access_token' in credentials) return { value: secret }
      const now = context.clock.now()
      const ends = kept?.secret === secret ? (kept.token.expiresAt ?? 0) : 0
      if (kept !== undefined && now < ends - SPARE_MS) return kept.token
      const token = await renew(secret, context)
      kept = { secret, token }
      return token
    },
    forget() {
      kept = undefined
    },
    close() {
      for (const client of clients.values()) client.close()
    },
  }
}

function toBaseUrl(service: Giver, { credentials, endpoint }: GcpConfig): string {
  if (service === 'metadata' && 'metadata_server' in credentials) return credentials.metadata_server.url
  if (service === 'metadata') throw new TypeError('no metadata server is configured')
  return endpoint === undefined ? `https://${SERVICES[service].host}` : `${endpoint}/${service}`
}

function toToken(json: unknown, now: number): Token {
  const parsed = tokenAnswer.safeParse(json)
  if (!parsed.success) throw new SourceError('unusable', { why: 'schema_mismatch' })
  return { value: parsed.data.access_token, expiresAt: now + parsed.data.expires_in * 1000 }
}
