import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import https from 'node:https'
import { join } from 'node:path'
import { type Cleanup, createFolder, findTool, getFreePort, startProcess } from '../kit/index.ts'

export type KubeAnswer = Readonly<{ status: number; json: unknown }>

/** A real API server over a real etcd; `token` makes an identity that no rule gives anything. */
export type Cluster = Readonly<{
  url: string
  caFile: string
  /** A token of a user of this name, who may do nothing until a role is bound. */
  tokenOf(user: User): string
  /** Asks as an administrator; a body is posted as JSON, or patched as a merge. */
  ask(method: string, path: string, body?: unknown): Promise<KubeAnswer>
  /** The same, and throws unless the answer is a success. */
  make(method: string, path: string, body?: unknown): Promise<unknown>
  /** A kubeconfig of the administrator, for tools, that means this namespace unless told. */
  adminConfig(namespace: string): object
}>

/** Users that exist from the start: an API server reads its static tokens once. */
export const USERS = ['reader', 'seven', 'nobody', 'blind', 'narrow'] as const
export type User = (typeof USERS)[number]

/** The API server's path, as run.mjs prepared it; undefined where these tests do not run. */
export const API_SERVER = process.env['VEDETTE_KUBE_APISERVER']

/** Stands for the cluster where there is none; whoever asks it fails. */
export const NO_CLUSTER: Cluster = Object.freeze({
  url: 'https://127.0.0.1:1',
  caFile: '',
  tokenOf: () => '',
  ask: () => Promise.reject(new Error('there is no cluster')),
  make: () => Promise.reject(new Error('there is no cluster')),
  adminConfig: () => ({}),
})

/** Starts etcd and kube-apiserver on loopback; both end with the tests. */
export async function startCluster(cleanup: Cleanup): Promise<Cluster> {
  const folder = createFolder(cleanup)
  const etcdUrl = await startEtcd(cleanup, folder)
  const tokens = new Map(['admin', ...USERS].map((name) => [name, randomBytes(16).toString('hex')]))
  const rows = [...tokens].map(
    ([name, token]) => `${token},${name},${name}${name === 'admin' ? ',"system:masters"' : ''}`,
  )
  writeFileSync(join(folder, 'tokens.csv'), `${rows.join('\n')}\n`, { mode: 0o600 })
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(join(folder, 'sa.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(join(folder, 'sa.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
  const port = await getFreePort()
  const url = `https://127.0.0.1:${port}`
  const caFile = join(folder, 'certs', 'apiserver.crt')
  const agent = new https.Agent({ keepAlive: true, maxSockets: 64 })
  const ask = (method: string, path: string, body?: unknown) =>
    send(agent, { url: `${url}${path}`, caFile, token: tokens.get('admin') ?? '', method, body })
  await startProcess(cleanup, {
    name: 'kube-apiserver',
    file: API_SERVER ?? '',
    args: [
      `--etcd-servers=${etcdUrl}`,
      '--authorization-mode=Node,RBAC',
      `--token-auth-file=${join(folder, 'tokens.csv')}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${join(folder, 'sa.pub')}`,
      `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
      `--cert-dir=${join(folder, 'certs')}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      '--service-cluster-ip-range=10.96.0.0/24',
      '--disable-admission-plugins=ServiceAccount',
    ],
    cwd: folder,
    ready: () =>
      ask('GET', '/readyz').then(
        (answer) => answer.status === 200,
        () => false,
      ),
    readyMs: 120_000,
  })
  cleanup.after(() => agent.destroy())
  return {
    url,
    caFile,
    adminConfig: (namespace) => ({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'test',
      contexts: [{ name: 'test', context: { cluster: 'test', user: 'admin', namespace } }],
      clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority': caFile } }],
      users: [{ name: 'admin', user: { token: tokens.get('admin') } }],
    }),
    tokenOf: (user) => tokens.get(user) ?? '',
    ask,
    async make(method, path, body) {
      const answer = await ask(method, path, body)
      if (answer.status >= 300)
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.json)}`)
      return answer.json
    },
  }
}

async function startEtcd(cleanup: Cleanup, folder: string): Promise<string> {
  const client = `http://127.0.0.1:${await getFreePort()}`
  const peer = `http://127.0.0.1:${await getFreePort()}`
  await startProcess(cleanup, {
    name: 'etcd',
    file: findTool('etcd') ?? '',
    args: [
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=default=${peer}`,
      '--unsafe-no-fsync',
    ],
    cwd: folder,
    ready: { url: `${client}/health` },
    readyMs: 30_000,
  })
  return client
}

type Sent = Readonly<{ url: string; caFile: string; token: string; method: string; body: unknown }>

function send(agent: https.Agent, { url, caFile, token, method, body }: Sent): Promise<KubeAnswer> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, application/jwk-set+json',
    'content-type': type,
  }
  return new Promise((resolve, reject) => {
    const request = https.request(url, { agent, method, headers, ca: readFileSync(caFile) }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.once('end', () => resolve({ status: response.statusCode ?? 0, json: toJson(text) }))
      response.once('error', reject)
    })
    request.once('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
