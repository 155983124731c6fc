import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { findOrganisation } from '@vedette/control-plane/identity'
import { createFolder, eventually, ROOT, runKubeTool, startProcess } from '@vedette/test/kit'
import { stringify } from 'yaml'
import { ORGANISATION, type Stand, send, startStand, untilAgent } from '../e2e/stand.ts'
import { findManifest, type Manifest, parseManifests } from '../helm/manifests.ts'
import { API_SERVER, NO_CLUSTER, startCluster } from './cluster.ts'
import { makeNamespace } from './objects.ts'

const skip = API_SERVER === undefined ? 'run by npm run test:kube, which prepares the API server' : false
const cluster = API_SERVER === undefined ? NO_CLUSTER : await startCluster({ after })
const NAMESPACE = '/api/v1/namespaces/vedette'
const ALIAS = 'production-eu'

// What a kubelet would mount, each in its place below one folder.
type Mounts = Readonly<{ folder: string; lobby: string; proof: string; api: string }>

// What the kubelet asks for and puts into the pod's volume.
async function writeToken(file: string, spec: object): Promise<void> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec }
  const made = await cluster.make('POST', `${NAMESPACE}/serviceaccounts/vedette-agent/token`, body)
  writeFileSync(file, (made as { status: { token: string } }).status.token, { mode: 0o600 }) // of a TokenRequest
}

function install(stand: Stand, { folder, api }: Mounts): readonly Manifest[] {
  const kubeconfig = join(folder, 'kubeconfig')
  writeFileSync(kubeconfig, JSON.stringify(cluster.adminConfig('vedette')), { mode: 0o600 })
  const values = join(folder, 'values.yaml')
  // No pod runs here, so the API server is not found by the variables of one.
  const config = { cluster: ALIAS, server: cluster.url, ca_file: cluster.caFile, token: { file: api } }
  const given = {
    cluster: { alias: ALIAS },
    nats: { urls: [stand.nats().url], lobby: { existingSecret: 'vedette-lobby' } },
    connectors: [{ connector: 'kubernetes', config }],
  }
  writeFileSync(values, stringify(given))
  const args = ['vedette-agent', join(ROOT, 'helm', 'agent'), '-n', 'vedette', '-f', values]
  const installed = runKubeTool('helm', ['--kubeconfig', kubeconfig, 'install', ...args])
  assert.equal(installed.code, 0, installed.stderr)
  const got = runKubeTool('helm', [
    '--kubeconfig',
    kubeconfig,
    'get',
    'manifest',
    'vedette-agent',
    '-n',
    'vedette',
  ])
  return parseManifests(got.stdout)
}

function writeLobby(stand: Stand, file: string): void {
  const { jwt, seed } = findOrganisation(stand.operator, ORGANISATION).lobby
  const wrap = (kind: string, text: string) => `-----BEGIN ${kind}-----\n${text}\n------END ${kind}------\n`
  writeFileSync(file, `${wrap('NATS USER JWT', jwt)}\n${wrap('USER NKEY SEED', seed)}`)
}

const register = (stand: Stand, body: object) =>
  send(`${stand.url}/api/v1/clusters`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stand.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('an agent of the chart', { skip, timeout: 180_000 }, () => {
  test('joins from its rendered configuration by a projected token, serves, and is out at once when its cluster goes', async (t) => {
    const stand = await startStand(t)
    await makeNamespace(cluster, 'vedette')
    const folder = createFolder(t)
    const at = (name: string) => join(folder, name)
    const mounts = { folder, lobby: at('lobby.creds'), proof: at('token'), api: at('api-token') }
    const manifests = install(stand, mounts)
    const spec = findManifest(manifests, 'Deployment').spec?.template?.spec
    const pod = await cluster.make('POST', `${NAMESPACE}/pods`, { metadata: { name: 'agent-0' }, spec })
    const { uid } = (pod as { metadata: { uid: string } }).metadata // what the API server writes on every object
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'agent-0', uid }
    await writeToken(mounts.proof, { audiences: ['vedette'], expirationSeconds: 3_600, boundObjectRef })
    await writeToken(mounts.api, { expirationSeconds: 3_600, boundObjectRef })
    writeLobby(stand, mounts.lobby)
    const { json: jwks } = await cluster.ask('GET', '/openid/v1/jwks')
    const entry = { alias: ALIAS, issuer: 'https://kubernetes.default.svc', jwks }
    assert.equal((await register(stand, { clusters: [entry] })).status, 200)

    const rendered = findManifest(manifests, 'ConfigMap').data?.['agent.yaml'] ?? ''
    const config = rendered
      .replace('/etc/vedette/lobby/lobby.creds', mounts.lobby)
      .replace('/var/run/secrets/vedette/token', mounts.proof)
      .replace('/var/lib/vedette', createFolder(t))
      .replace('port: 8081', 'port: 0')
    writeFileSync(at('agent.yaml'), config)
    const agent = await startProcess(t, {
      name: 'agent',
      file: process.execPath,
      args: [join(ROOT, 'agent', 'src', 'main', 'start.ts'), '--config', at('agent.yaml')],
      ready: { output: /"msg":"starting"/ },
    })
    const view = await untilAgent(stand, ALIAS, { status: 'connected', health: { kubernetes: 'up' } })
    assert.deepEqual(view.identity, { kind: 'kubernetes', id: `${ALIAS}/vedette/vedette-agent` })
    const answer = await stand.ask('k8s_pods_list', { namespace: 'vedette' })
    assert.equal(answer.visibility, 'full', JSON.stringify(answer))
    assert.match(JSON.stringify(answer), /"agent-0"/)

    // What the README tells to do before an uninstall.
    assert.equal((await register(stand, { clusters: [], prune: true })).status, 200)
    // It is cut off and may come back only when its cluster is registered again.
    await eventually(() => /"cluster_unknown"/.test(agent.output()), { timeoutMs: 30_000 })
    assert.deepEqual(
      (await stand.fleet()).agents.filter(({ status }) => status === 'connected'),
      [],
    )
  })
})
