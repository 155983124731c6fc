import { createHttpClient, type HttpClient, type QueryValues } from '@vedette/connectors/kit'
import { type CallContext, type ConnectContext, SourceError } from '@vedette/proto/connector'
import { IN_CLUSTER_CA, IN_CLUSTER_TOKEN, type KubernetesConfig, toInClusterServer } from './config.ts'
import { KUBERNETES_ERRORS } from './errors.ts'
import { type Access, type Held, readKubeconfig } from './kubeconfig.ts'
import { createMemory, type Memory } from './memory.ts'

// One request: a path below the server's address, unencoded, and its parameters.
export type Request = Readonly<{ path: readonly string[]; query?: QueryValues; context: CallContext }>

export type KubernetesClient = Readonly<{
  instance: string
  // The cluster's alias.
  alias: string
  config: KubernetesConfig
  get(request: Request): Promise<unknown>
  getText(request: Request): Promise<string>
  // Posts a review, which changes nothing.
  post(request: Request & Readonly<{ body: unknown }>): Promise<unknown>
  // Changes one object, once.
  patch(request: Request & Readonly<{ body: unknown }>): Promise<unknown>
  // Notices a configuration that now names another server, and then forgets what was asked of the one before.
  settle(): Promise<void>
  // What was asked a moment ago and does not change with the question.
  memory: Memory
  close(): void
}>

const MERGE_PATCH = 'application/merge-patch+json'

// Makes the client of one cluster; no network, file or secret is touched until the first question.
export function connectKubernetes(config: KubernetesConfig, context: ConnectContext): KubernetesClient {
  const credential = context.instance
  const memory = createMemory(context.clock)
  let made: Readonly<{ key: string; http: HttpClient }> | undefined
  let kubeconfig: Readonly<{ text: string; access: Access }> | undefined

  async function findAccess(): Promise<Access> {
    if (config.server !== undefined) return toDirect(config, config.server)
    if (config.kubeconfig === undefined)
      return { server: toInClusterServer(), ca: { file: IN_CLUSTER_CA }, token: IN_CLUSTER_TOKEN }
    const text = await context.readSecret(config.kubeconfig)
    if (kubeconfig?.text !== text) {
      const folder = 'file' in config.kubeconfig ? config.kubeconfig.file.replace(/\/[^/]*$/, '') : '.'
      const parsed = await readYaml(text, credential)
      kubeconfig = { text, access: readKubeconfig(parsed, { context: config.context, folder, credential }) }
    }
    return kubeconfig.access
  }

  const read = async (held: Held | undefined): Promise<string | undefined> => {
    if (held === undefined) return undefined
    return 'data' in held ? held.data : context.readSecret(held)
  }

  async function headers(): Promise<Readonly<Record<string, string>>> {
    const token = (await read((await findAccess()).token))?.trim()
    return token === undefined ? {} : { authorization: `Bearer ${token}` }
  }

  // Certificates are read again each time, so that their rotation needs no restart.
  async function getHttp(): Promise<HttpClient> {
    const access = await findAccess()
    const { servername } = access
    const [ca, cert, key] = await Promise.all([read(access.ca), read(access.cert), read(access.key)])
    const tls = toDefined({ ca, cert, key, servername })
    const identity = JSON.stringify([access.server, tls])
    if (made?.key !== identity) {
      made?.http.close()
      if (made !== undefined) memory.forget()
      const options = { baseUrl: access.server, name: credential, errors: KUBERNETES_ERRORS }
      made = { key: identity, http: createHttpClient({ ...options, headers, tls }) }
    }
    return made.http
  }

  return {
    instance: context.instance,
    alias: config.cluster ?? context.instance,
    config,
    get: async (request) => (await (await getHttp()).get(request)).json,
    getText: async (request) => (await (await getHttp()).getText(request)).text,
    post: async (request) => (await (await getHttp()).postJson(request)).json,
    patch: async (request) =>
      (await (await getHttp()).change({ ...request, method: 'PATCH', type: MERGE_PATCH })).json,
    async settle() {
      await getHttp()
    },
    memory,
    close: () => made?.http.close(),
  }
}

function toDirect(config: KubernetesConfig, server: string): Access {
  const { token, client_certificate: cert, client_key: key, ca_file: ca } = config
  const held = { token, cert, key, ca: ca === undefined ? undefined : { file: ca } }
  return { server, ...toDefined<Held>(held) }
}

function toDefined<T>(values: Readonly<Record<string, T | undefined>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(values).filter((one): one is [string, T] => one[1] !== undefined))
}

// The parser is loaded only where there is a kubeconfig.
async function readYaml(text: string, credential: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(text, { logLevel: 'silent', maxAliasCount: 20 })
  } catch {
    throw new SourceError('unauthorized', { credential, why: 'the kubeconfig is not YAML' })
  }
}
