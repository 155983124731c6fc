import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { type Authority, createAuthority } from './authority.ts'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** What a token says beside its issuer; undefined leaves a claim out. */
export type TokenChanges = {
  readonly namespace?: string
  readonly serviceaccount?: string
  readonly pod?: string | null
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  /** Signs with another key than the issuer's newest. */
  readonly key?: KeyObject
}

/** A cluster's issuer of ServiceAccount tokens over https: discovery, keys, and tokens of any content. */
export type StartedIssuer = {
  readonly url: string
  readonly caFile: string
  readonly keys: () => { readonly keys: readonly Readonly<Record<string, unknown>>[] }
  readonly token: (changes?: TokenChanges) => string
  /** A new signing key; the old one is not announced any more. */
  readonly rotate: () => void
  readonly asked: string[]
  /** What the issuer answers from now on in place of its documents; null: these again. */
  readonly break: (answer: { readonly status: number; readonly body: string } | null) => void
}

/** Starts an issuer as a cluster has one. */
export async function startIssuer(
  cleanup: Cleanup,
  authority: Authority = createAuthority(cleanup),
): Promise<StartedIssuer> {
  const asked: string[] = []
  let signing = createKey()
  let broken: { readonly status: number; readonly body: string } | null = null
  const { certFile, keyFile } = authority.issue(['IP:127.0.0.1'])
  const server = createServer(
    { cert: readFileSync(certFile), key: readFileSync(keyFile) },
    (request, response) => {
      asked.push(request.url ?? '')
      const documents: Record<string, unknown> = {
        '/.well-known/openid-configuration': { issuer: url(), jwks_uri: `${url()}/openid/v1/jwks` },
        '/openid/v1/jwks': { keys: [signing.jwk] },
      }
      const found = documents[request.url ?? '']
      const body = broken?.body ?? JSON.stringify(found)
      // An API server refuses whoever does not take a key set.
      const isRefused = request.url?.endsWith('jwks') && !request.headers.accept?.includes('jwk-set+json')
      const status = broken?.status ?? (found === undefined ? 404 : 200)
      response.writeHead(isRefused ? 406 : status).end(body)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  registerUndo(cleanup, () => {
    server.closeAllConnections()
    server.close()
  })

  function url(): string {
    const address = server.address()
    return typeof address === 'object' && address !== null ? `https://127.0.0.1:${address.port}` : ''
  }

  function token(changes: TokenChanges = {}): string {
    const { namespace = 'vedette', serviceaccount = 'vedette-agent', pod = 'vedette-agent-0' } = changes
    const now = Math.floor(Date.now() / 1000)
    const claims = {
      iss: url(),
      aud: ['vedette'],
      sub: `system:serviceaccount:${namespace}:${serviceaccount}`,
      iat: now,
      nbf: now,
      exp: now + 3600,
      'kubernetes.io': {
        namespace,
        serviceaccount: { name: serviceaccount, uid: '5f6c7a2e-0000-4000-8000-000000000001' },
        ...(pod === null ? {} : { pod: { name: pod, uid: randomUUID() } }),
      },
      ...changes.claims,
    }
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${encode({ alg: 'RS256', kid: signing.jwk.kid, ...changes.header })}.${encode(claims)}`
    return `${text}.${sign('sha256', Buffer.from(text), changes.key ?? signing.key).toString('base64url')}`
  }

  return {
    url: url(),
    caFile: authority.caFile,
    keys: () => ({ keys: [signing.jwk] }),
    token,
    rotate() {
      signing = createKey()
    },
    asked,
    break(answer) {
      broken = answer
    },
  }
}

function createKey() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }
  return { key: privateKey, jwk }
}
