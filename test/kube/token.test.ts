import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { createUser } from '@nats-io/nkeys'
import {
  createEnroller,
  createOperator,
  registerClusters,
  registrationSchema,
} from '@vedette/control-plane/identity'
import { createStore } from '@vedette/control-plane/store'
import { systemClock } from '@vedette/proto/clock'
import { API_SERVER, NO_CLUSTER, startCluster } from './cluster.ts'
import { makeNamespace } from './objects.ts'

const skip = API_SERVER === undefined ? 'run by npm run test:kube, which prepares the API server' : false
const cluster = API_SERVER === undefined ? NO_CLUSTER : await startCluster({ after })
const PATH = '/api/v1/namespaces/vedette'

async function makePod(): Promise<string> {
  await makeNamespace(cluster, 'vedette')
  for (const name of ['vedette-agent', 'other'])
    await cluster.make('POST', `${PATH}/serviceaccounts`, { metadata: { name } })
  const pod = await cluster.make('POST', `${PATH}/pods`, {
    metadata: { name: 'agent-0' },
    spec: { serviceAccountName: 'vedette-agent', containers: [{ name: 'agent', image: 'agent' }] },
  })
  return (pod as { metadata: { uid: string } }).metadata.uid // what the API server writes on every object
}

// What the kubelet asks for and puts into the pod's volume.
async function requestToken(
  spec: Readonly<Record<string, unknown>>,
  account = 'vedette-agent',
): Promise<string> {
  const made = await cluster.make('POST', `${PATH}/serviceaccounts/${account}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec,
  })
  return (made as { status: { token: string } }).status.token // the answer of a TokenRequest
}

describe('enrolment by a token of a real API server', { skip, timeout: 180_000 }, () => {
  test('the token of a pod for the right audience lets it in, and no other token of the cluster does', async (t) => {
    const uid = await makePod()
    const { json: jwks } = await cluster.ask('GET', '/openid/v1/jwks')
    const store = await createStore({ url: 'sqlite::memory:', clock: systemClock })
    t.after(() => store.close())
    await store.organisations.create('acme')
    const operator = await createOperator({ organisations: ['acme'], now: Date.now() })
    const entry = { alias: 'real', issuer: 'https://kubernetes.default.svc', jwks }
    await registerClusters(
      { store, clock: systemClock, revoke: async () => {} },
      'acme',
      registrationSchema.parse({ clusters: [entry] }),
    )
    const enroll = createEnroller({ store, operator: () => operator, clock: systemClock, tick_ms: 50 })
    const ask = async (token: string) => {
      const public_key = createUser().getPublicKey()
      const request = { type: 'vedette.v1.enroll', proof: 'kubernetes', token, public_key, version: '0.1.0' }
      const reply = await enroll('acme', request)
      return reply.outcome === 'refused' ? reply.error.code : reply.identity
    }
    const boundObjectRef = { kind: 'Pod', apiVersion: 'v1', name: 'agent-0', uid }
    const bound = { audiences: ['vedette'], expirationSeconds: 600, boundObjectRef }
    assert.deepEqual(await ask(await requestToken(bound)), {
      kind: 'kubernetes',
      id: 'real/vedette/vedette-agent',
    })
    const { boundObjectRef: _, ...free } = bound
    assert.equal(await ask(await requestToken(free)), 'bad_proof', 'bound to no pod')
    assert.equal(
      await ask(await requestToken({ ...bound, audiences: [] })),
      'bad_proof',
      'for the API server',
    )
    assert.equal(await ask(await requestToken(free, 'other')), 'bad_proof', 'of another account')
    assert.equal((await store.enrolments.list('acme')).length, 1)
  })
})
