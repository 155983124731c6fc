import type { ByteClient } from '@vedette/connectors/kit'
import { parseBoundedJson } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'
import type { CredentialsConfig } from './config.ts'

// Keys that sign requests; `expiresAt` in epoch milliseconds where they end.
export type Keys = Readonly<{
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
  expiresAt?: number
}>

export type Exchange = (token: string, roleArn: string, context: CallContext) => Promise<Keys>

export type CredentialTools = Readonly<{
  connect: ConnectContext
  bytes: ByteClient
  // Exchanges a web identity token for keys.
  exchange: Exchange
}>

// Seconds before their end at which keys are fetched anew.
export const SPARE_MS = 5 * 60_000

// Reads the credential that the configuration names. Files and variables are read at each call, so that a rotated
// secret is used at once; what a service gives out is kept until five minutes before its end. Throws `unauthorized`.
export function createKeyReader(
  config: CredentialsConfig,
  tools: CredentialTools,
): (context: CallContext) => Promise<Keys> {
  const { connect } = tools
  if ('access_key_id' in config)
    return async () => {
      const [accessKeyId, secretAccessKey, sessionToken] = await Promise.all([
        connect.readSecret(config.access_key_id),
        connect.readSecret(config.secret_access_key),
        config.session_token === undefined ? undefined : connect.readSecret(config.session_token),
      ])
      return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
    }
  if ('credentials_file' in config)
    return async () =>
      parseProfile(await connect.readSecret(config.credentials_file), config.profile, connect.instance)
  return keepFresh(connect, (context) => fetchKeys(config, tools, context))
}

function keepFresh(
  { clock }: ConnectContext,
  obtain: (context: CallContext) => Promise<Keys>,
): (context: CallContext) => Promise<Keys> {
  let kept: Keys | undefined
  return async (context) => {
    if (kept?.expiresAt === undefined || clock.now() > kept.expiresAt - SPARE_MS) kept = await obtain(context)
    return kept
  }
}

type Fetched = Exclude<CredentialsConfig, { access_key_id: unknown } | { credentials_file: unknown }>

async function fetchKeys(config: Fetched, tools: CredentialTools, context: CallContext): Promise<Keys> {
  const { connect, exchange } = tools
  if ('web_identity' in config) {
    const { token, role_arn } = config.web_identity
    return exchange(await connect.readSecret(token), role_arn, context)
  }
  if ('container' in config) {
    const { url, token } = config.container
    const headers: Record<string, string> =
      token === undefined ? {} : { authorization: await connect.readSecret(token) }
    return askKeys(tools, { url: new URL(url), headers, context })
  }
  return askMachine(tools, config.instance_role.url, context)
}

// The second version of the instance metadata service: a token first, then the role, then its keys.
async function askMachine(tools: CredentialTools, base: string, context: CallContext): Promise<Keys> {
  const at = (path: string) => new URL(`${base.replace(/\/+$/, '')}/latest/${path}`)
  const lifetime = { 'x-aws-ec2-metadata-token-ttl-seconds': '21600' }
  const token = await askText(tools, { method: 'PUT', url: at('api/token'), headers: lifetime, context })
  const headers = { 'x-aws-ec2-metadata-token': token }
  const path = 'meta-data/iam/security-credentials/'
  const role = await askText(tools, { method: 'GET', url: at(path), headers, context })
  if (!/^[\w+=,.@-]{1,64}$/.test(role)) throw new SourceError('unusable', { why: 'malformed' })
  return askKeys(tools, { url: at(`${path}${role}`), headers, context })
}

type Ask = Readonly<{ url: URL; headers: Readonly<Record<string, string>>; context: CallContext }>

async function askText(
  { bytes, connect }: CredentialTools,
  ask: Ask & Readonly<{ method: 'GET' | 'PUT' }>,
): Promise<string> {
  return bytes.send(ask, ({ status, bytes: body }) => {
    if (status !== 200) throw new SourceError('unauthorized', { credential: connect.instance, status })
    return new TextDecoder().decode(body).trim()
  })
}

const keysAnswer = z.object({
  AccessKeyId: z.string().min(1),
  SecretAccessKey: z.string().min(1),
  Token: z.string().min(1),
  Expiration: z.string(),
})

async function askKeys({ bytes, connect }: CredentialTools, ask: Ask): Promise<Keys> {
  return bytes.send({ ...ask, method: 'GET' }, ({ status, bytes: body }) => {
    if (status !== 200) throw new SourceError('unauthorized', { credential: connect.instance, status })
    const parsed = keysAnswer.safeParse(parseBoundedJson(Buffer.from(body)))
    const expiresAt = Date.parse(parsed.data?.Expiration ?? '')
    if (!parsed.success || Number.isNaN(expiresAt))
      throw new SourceError('unusable', { why: 'schema_mismatch' })
    const { AccessKeyId: accessKeyId, SecretAccessKey: secretAccessKey, Token: sessionToken } = parsed.data
    return { accessKeyId, secretAccessKey, sessionToken, expiresAt }
  })
}

// The keys of one profile in a credentials file. Throws `unauthorized` when it has none.
export function parseProfile(text: string, profile: string, credential: string): Keys {
  const fields = new Map<string, string>()
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const head = /^\s*\[\s*(?:profile\s+)?([^\]]+?)\s*\]/.exec(line)
    if (head !== null) section = head[1] ?? ''
    const pair = /^\s*(aws_\w+)\s*=\s*(\S+)\s*$/.exec(line)
    if (pair !== null && section === profile) fields.set(pair[1] ?? '', pair[2] ?? '')
  }
  const accessKeyId = fields.get('aws_access_key_id')
  const secretAccessKey = fields.get('aws_secret_access_key')
  const sessionToken = fields.get('aws_session_token')
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new SourceError('unauthorized', { credential, why: 'the profile has no keys' })
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) }
}
