import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakeClock } from '@vedette/connectors/kit/testing'
import { SourceError } from '@vedette/proto/connector'
import { connectKubernetes } from './client.ts'
import { configSchema, toInClusterServer } from './config.ts'
import { findIdentity } from './identity.ts'
import { readKubeconfig } from './kubeconfig.ts'
import { createFakeApi, list } from './testing/fake-api.ts'

const FACTS = { context: undefined, folder: '/etc/kube', credential: 'kubernetes' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

function write(user: object, cluster: object = {}) {
  return {
    'current-context': 'main',
    contexts: [{ name: 'main', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: 'https://10.0.0.1:6443', ...cluster } }],
    users: [{ name: 'u', user }],
  }
}

test('the context of a kubeconfig gives server, authority and credential, with files beside it', () => {
  const user = { tokenFile: 'token', 'client-certificate': '/pki/c.pem', 'client-key-data': base64('KEY') }
  const cluster = { 'certificate-authority-data': base64('CA'), 'tls-server-name': 'api.internal' }
  assert.deepEqual(readKubeconfig(write(user, cluster), FACTS), {
    server: 'https://10.0.0.1:6443',
    servername: 'api.internal',
    ca: { data: 'CA' },
    token: { file: '/etc/kube/token' },
    cert: { file: '/pki/c.pem' },
    key: { data: 'KEY' },
  })
})

const REFUSED: readonly (readonly [string, object, object, RegExp])[] = [
  ['runs a program', { exec: { command: 'aws' } }, {}, /runs a program/],
  ['needs an auth provider', { 'auth-provider': { name: 'gcp' } }, {}, /auth-provider/],
  ['has a password', { username: 'admin', password: 'x' }, {}, /password/],
  ['impersonates', { token: 't', as: 'admin' }, {}, /impersonates/],
  ['does not check the server', { token: 't' }, { 'insecure-skip-tls-verify': true }, /skips the check/],
  ['needs a proxy', { token: 't' }, { 'proxy-url': 'http://proxy' }, /proxy/],
  ['has no web address', { token: 't' }, { server: 'file:///etc/passwd' }, /not an http/],
]
for (const [what, user, cluster, says] of REFUSED) {
  test(`a kubeconfig that ${what} is refused with the reason`, () => {
    assert.throws(
      () => readKubeconfig(write(user, cluster), FACTS),
      (error) =>
        error instanceof SourceError && error.state === 'unauthorized' && says.test(error.carried.why ?? ''),
    )
  })
}

test('a rotated token file is used at the next request, and another context is another cluster', async () => {
  const api = await createFakeApi({ respond: () => list([]) })
  const files = new Map([
    [
      '/k/config',
      JSON.stringify({
        ...write({ tokenFile: 'token' }),
        clusters: [{ name: 'c', cluster: { server: api.url } }],
      }),
    ],
    ['/k/token', 'first\n'],
  ])
  const clock = createFakeClock()
  const client = connectKubernetes(configSchema.parse({ kubeconfig: { file: '/k/config' } }), {
    clock,
    instance: 'kubernetes',
    readSecret: async (ref) =>
      files.get('file' in ref ? ref.file : '') ?? assert.fail('another file was read'),
  })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 1000 }
  await client.get({ path: ['api', 'v1', 'pods'], context })
  files.set('/k/token', 'second')
  await client.get({ path: ['api', 'v1', 'pods'], context })
  client.close()
  await api.stop()
  assert.deepEqual(
    api.asked.map((one) => one.token),
    ['Bearer first', 'Bearer second'],
  )
  assert.throws(() => readKubeconfig(write({ token: 't' }), { ...FACTS, context: 'other' }), SourceError)
})

test('a kubeconfig that now names another server is another cluster at once', async () => {
  const uids = ['uid-a', 'uid-b']
  const apis = await Promise.all(uids.map((uid) => createFakeApi({ uid, respond: () => list([]) })))
  let at = 0
  const clock = createFakeClock()
  const client = connectKubernetes(configSchema.parse({ kubeconfig: { env: 'KUBECONFIG_TEXT' } }), {
    clock,
    instance: 'kubernetes',
    readSecret: async () =>
      JSON.stringify({
        ...write({ token: 't' }),
        clusters: [{ name: 'c', cluster: { server: apis[at]?.url } }],
      }),
  })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 1000 }
  const seen: (string | null)[] = [(await findIdentity(client, context)).uid]
  at = 1
  seen.push((await findIdentity(client, context)).uid)
  client.close()
  for (const api of apis) await api.stop()
  assert.deepEqual(seen, uids)
})

test('a configuration says how a cluster is reached in one way only', () => {
  const good = [{}, { server: 'https://x' }, { kubeconfig: { env: 'K' }, context: 'a' }]
  const bad = [
    { server: 'https://x', kubeconfig: { env: 'K' } },
    { token: { env: 'T' } },
    { context: 'a' },
    { server: 'https://x', client_certificate: { env: 'C' } },
    { server: 'https://u:p@x' },
  ]
  for (const one of good) assert.equal(configSchema.safeParse(one).success, true, JSON.stringify(one))
  for (const one of bad) assert.equal(configSchema.safeParse(one).success, false, JSON.stringify(one))
})

test('a pod finds its API server by the addresses that the kubelet sets, else by name', () => {
  assert.equal(toInClusterServer({}), 'https://kubernetes.default.svc')
  assert.equal(toInClusterServer({ KUBERNETES_SERVICE_HOST: '10.96.0.1' }), 'https://10.96.0.1:443')
  const six = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' }
  assert.equal(toInClusterServer(six), 'https://[fd00::1]:6443')
})
