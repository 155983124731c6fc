import { type SecretRef, SourceError } from '@vedette/proto/connector'
import { z } from 'zod'

const text = z.string().optional()
const entry = <T extends z.ZodType>(key: string, schema: T) =>
  z.array(z.looseObject({ name: z.string(), [key]: schema }))

const clusterFields = z.looseObject({
  server: z.string(),
  'certificate-authority': text,
  'certificate-authority-data': text,
  'insecure-skip-tls-verify': z.boolean().optional(),
  'tls-server-name': text,
  'proxy-url': text,
})
const userFields = z.looseObject({
  token: text,
  tokenFile: text,
  'client-certificate': text,
  'client-certificate-data': text,
  'client-key': text,
  'client-key-data': text,
  username: text,
  exec: z.unknown().optional(),
  'auth-provider': z.unknown().optional(),
  as: text,
})
const contextFields = z.looseObject({ cluster: z.string(), user: z.string() })
const fileSchema = z.looseObject({
  'current-context': text,
  clusters: entry('cluster', clusterFields),
  users: entry('user', userFields),
  contexts: entry('context', contextFields),
})

// Where a value stands: in the kubeconfig itself, or where it is read again each time.
export type Held = Readonly<{ data: string }> | SecretRef

// What one context of a kubeconfig says of how to reach and sign.
export type Access = Readonly<{
  server: string
  servername?: string
  ca?: Held
  token?: Held
  cert?: Held
  key?: Held
}>

// Reads one context of a parsed kubeconfig; `folder` is what its relative paths start from. Throws SourceError
// `unauthorized` with a reason of our own for what is missing, refused or not understood.
export function readKubeconfig(
  parsed: unknown,
  facts: Readonly<{ context: string | undefined; folder: string; credential: string }>,
): Access {
  const refuse = (why: string): never => {
    throw new SourceError('unauthorized', { credential: facts.credential, why })
  }
  const file = fileSchema.safeParse(parsed)
  if (!file.success) return refuse('the kubeconfig is not one')
  const { data } = file
  const wanted = facts.context ?? data['current-context'] ?? ''
  const context =
    find(data.contexts, wanted, 'context', contextFields) ?? refuse('the kubeconfig has no such context')
  const cluster =
    find(data.clusters, context.cluster, 'cluster', clusterFields) ??
    refuse('the kubeconfig lacks the cluster of the context')
  const user =
    find(data.users, context.user, 'user', userFields) ??
    refuse('the kubeconfig lacks the user of the context')
  if (user.exec !== undefined)
    refuse('the user of the kubeconfig runs a program (exec): give a token file instead')
  if (user['auth-provider'] !== undefined)
    refuse('the user of the kubeconfig needs an auth-provider: give a token file instead')
  if (user.username !== undefined)
    refuse('the user of the kubeconfig has a password: give a token file instead')
  if (user.as !== undefined) refuse('the user of the kubeconfig impersonates another')
  if (cluster['insecure-skip-tls-verify'] === true)
    refuse('the kubeconfig skips the check of the server certificate')
  if (cluster['proxy-url'] !== undefined) refuse('the kubeconfig needs a proxy')
  if (!isBaseUrl(cluster.server)) refuse('the server of the kubeconfig is not an http or https address')
  const hold = (path: string | undefined, inline: string | undefined) => toHeld(path, inline, facts.folder)
  const token = user.token === undefined ? hold(user.tokenFile, undefined) : { data: user.token }
  const found = {
    ca: hold(cluster['certificate-authority'], cluster['certificate-authority-data']),
    cert: hold(user['client-certificate'], user['client-certificate-data']),
    key: hold(user['client-key'], user['client-key-data']),
    token,
    servername: cluster['tls-server-name'],
  }
  const set = Object.entries(found).filter(([, value]) => value !== undefined)
  return { server: cluster.server, ...Object.fromEntries(set) }
}

function find<T extends z.ZodType>(
  entries: readonly Readonly<Record<string, unknown>>[],
  name: string,
  key: string,
  schema: T,
): z.output<T> | undefined {
  const found = entries.find((one) => one['name'] === name)
  return found === undefined ? undefined : schema.safeParse(found[key]).data
}

function toHeld(path: string | undefined, inline: string | undefined, folder: string): Held | undefined {
  if (inline !== undefined) return { data: Buffer.from(inline, 'base64').toString() }
  if (path === undefined) return undefined
  return { file: path.startsWith('/') ? path : `${folder}/${path}` }
}

function isBaseUrl(server: string): boolean {
  const url = URL.parse(server)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === ''
  )
}
