import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, YAMLParseError } from 'yaml'
import type { z } from 'zod'
import { ControlPlaneConfigError } from './config-error.ts'
import type { OAuthConfig, OAuthFile } from './oauth-schema.ts'
import { type ControlPlaneConfig, type ControlPlaneFile, controlPlaneFileSchema } from './schema.ts'

// Reads and checks the file; touches no network. Throws ControlPlaneConfigError with every fault.
export function loadControlPlaneConfig(path: string): ControlPlaneConfig {
  const text = readText(path)
  if (text === undefined) throw new ControlPlaneConfigError([`${path} cannot be read: check that it exists`])
  return parseControlPlaneConfig(text)
}

// The same, from the text of the file.
export function parseControlPlaneConfig(text: string): ControlPlaneConfig {
  const parsed = controlPlaneFileSchema.safeParse(parseYaml(text))
  if (!parsed.success) throw new ControlPlaneConfigError(parsed.error.issues.map(toFault))
  const { store, time_zone, oauth, ...rest } = parsed.data
  if (!isTimeZone(time_zone))
    throw new ControlPlaneConfigError(['time_zone: must be an IANA zone such as Europe/Berlin'])
  return {
    ...rest,
    time_zone,
    store: resolveStore(store, rest.data_dir),
    ...(oauth === undefined ? {} : { oauth: resolveOAuth(oauth, rest.http.public_url) }),
  }
}

function resolveOAuth(oauth: OAuthFile, publicUrl: string | undefined): OAuthConfig {
  const { ca_file, sign_in, audience, ...rest } = oauth
  const aud = audience ?? (publicUrl === undefined ? undefined : `${publicUrl}/mcp`)
  if (aud === undefined)
    throw new ControlPlaneConfigError(['oauth.audience: is needed where http.public_url is not set'])
  if (sign_in !== undefined && publicUrl === undefined)
    throw new ControlPlaneConfigError(['oauth.sign_in: needs http.public_url, which people come back to'])
  const ca = ca_file === undefined ? null : readText(ca_file)
  if (ca === undefined) throw new ControlPlaneConfigError([`oauth.ca_file: ${ca_file} cannot be read`])
  if (sign_in === undefined) return { ...rest, ca, audience: aud, sign_in: null }
  const { client_secret, ...client } = sign_in
  const secret = client_secret === undefined ? null : readSecret(client_secret, 'oauth.sign_in.client_secret')
  return { ...rest, ca, audience: aud, sign_in: { ...client, client_secret: secret } }
}

// A value that the file only points at. Throws ControlPlaneConfigError that names `field`.
function readSecret(source: Readonly<{ env: string }> | Readonly<{ file: string }>, field: string): string {
  const value = 'env' in source ? process.env[source.env] : readText(source.file)?.trim()
  if (value) return value
  throw new ControlPlaneConfigError([
    'env' in source
      ? `${field}: the variable ${source.env} is not set`
      : `${field}: ${source.file} cannot be read`,
  ])
}

function resolveStore(store: ControlPlaneFile['store'], dataDir: string): string {
  if (store === undefined) return `sqlite:${join(dataDir, 'store.db')}`
  if (typeof store === 'string') return store
  return readSecret(store, 'store')
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 }) ?? {}
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    const where = line === undefined ? 'the file' : `line ${line}`
    throw new ControlPlaneConfigError([`${where}: is not valid YAML; check its indentation`])
  }
}

function toFault(issue: z.core.$ZodIssue): string {
  const path = issue.path.join('.') || 'the file'
  if (issue.code !== 'unrecognized_keys') return `${path}: ${issue.message}`
  return `${path}: has unknown keys (${issue.keys.join(', ')}); remove or correct them`
}

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
