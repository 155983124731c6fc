import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { request as ask, createServer } from 'node:https'
import { Provider } from 'oidc-provider'
import { type Authority, createAuthority } from './authority.ts'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** What an access token is made for: its audience and scopes. */
export type TokenAsk = { readonly resource: string; readonly scope: string }

/** An answer as it came, without following where it leads. */
export type Fetched = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** An OpenID Connect provider over https. */
export type StartedProvider = {
  readonly issuer: string
  readonly caFile: string
  readonly client: { readonly id: string; readonly secret: string }
  /** A signed access token, as a client gets one for itself. */
  readonly token: (asked: TokenAsk) => Promise<string>
  /** The same token with other claims or header, signed by the provider's own key. */
  readonly forge: (token: string, claims: object, header?: object) => string
  /** Asks any https address that the authority vouches for. */
  readonly fetch: (
    url: string,
    init?: { method?: string; headers?: object; body?: string },
  ) => Promise<Fetched>
}

const KID = 'provider-key'

/** Starts a provider that knows one client and one person, who signs in without being asked. */
export async function startProvider(
  cleanup: Cleanup,
  facts: Readonly<{ port: number; redirectUri: string; person: object }>,
  authority: Authority = createAuthority(cleanup),
): Promise<StartedProvider> {
  const issuer = `https://127.0.0.1:${facts.port}`
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: KID, alg: 'RS256', use: 'sig' }
  const client = { id: 'vedette-pages', secret: randomBytes(24).toString('base64url') }
  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [facts.redirectUri],
        grant_types: ['authorization_code', 'client_credentials'],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups', 'org'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...facts.person }),
    }),
    extraTokenClaims: () => ({ org: 'acme' }),
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        getResourceServerInfo: (_: unknown, resource: string) => ({
          scope: 'vedette:read vedette:metered vedette:protected other',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 600,
        }),
      },
    },
  })
  const { certFile, keyFile } = authority.issue(['IP:127.0.0.1'])
  const answer = provider.callback()
  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (incoming, response) => {
      if (!incoming.url?.startsWith('/interaction/')) return answer(incoming, response)
      // The person is known and agrees.
      const agree = async () => {
        const { params } = await provider.interactionDetails(incoming, response)
        const grant = new provider.Grant({ accountId: 'ada', clientId: params.client_id })
        grant.addOIDCScope(params.scope)
        await provider.interactionFinished(incoming, response, {
          login: { accountId: 'ada' },
          consent: { grantId: await grant.save() },
        })
      }
      agree().catch(() => response.writeHead(500).end())
    },
  )
  await new Promise<void>((resolve) => server.listen(facts.port, '127.0.0.1', resolve))
  registerUndo(cleanup, () => {
    server.closeAllConnections()
    server.close()
  })
  const ca = readFileSync(authority.caFile)

  const fetch: StartedProvider['fetch'] = (url, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const asked = ask(url, { method, headers: { ...headers }, ca, agent: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      asked.on('error', reject)
      asked.end(body)
    })

  return {
    issuer,
    caFile: authority.caFile,
    client,
    fetch,
    async token({ resource, scope }) {
      const proof = Buffer.from(`${client.id}:${client.secret}`).toString('base64')
      const { text } = await fetch(`${issuer}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${proof}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'client_credentials', resource, scope }).toString(),
      })
      const token: unknown = JSON.parse(text).access_token
      if (typeof token !== 'string') throw new Error(`the provider gave no token: ${text}`)
      return token
    },
    forge(token, claims, header = {}) {
      const [head = '', body = ''] = token.split('.')
      const decode = (text: string): object => JSON.parse(Buffer.from(text, 'base64url').toString())
      const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const text = `${encode({ ...decode(head), ...header })}.${encode({ ...decode(body), ...claims })}`
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
  }
}
