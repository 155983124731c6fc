import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ArgumentError, SourceError, writePermissions } from '@vedette/proto/connector'
import { parse } from 'yaml'
import { API_SERVER, NO_CLUSTER, startCluster } from './cluster.ts'
import { type Asking, connectAs } from './connector.ts'
import { bind, makeNamespace } from './objects.ts'

const RESTART = 'k8s.workloads.restart'
const PATH = '/apis/apps/v1/namespaces/shop/deployments'
const KEY = 'Wk3Jb0pXq7sT2vYzL9mNcd'
const skip = API_SERVER === undefined ? 'run by npm run test:kube, which prepares the API server' : false
const cluster = API_SERVER === undefined ? NO_CLUSTER : await startCluster({ after })

type Deployment = Readonly<{
  metadata: { resourceVersion: string; generation: number }
  spec: { template: { metadata: { annotations?: Record<string, string> } } }
}>

async function read(): Promise<Deployment> {
  const { json } = await cluster.ask('GET', `${PATH}/web`)
  return json as Deployment // what the API server holds under this path
}

describe('a restart on a real API server', { skip, timeout: 240_000 }, () => {
  let able: Asking
  let unable: Asking
  before(async () => {
    await makeNamespace(cluster, 'shop')
    const labels = { app: 'web' }
    await cluster.make('POST', PATH, {
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'busybox:1.36' }] } },
      },
    })
    able = await connectAs(cluster, 'narrow')
    unable = await connectAs(cluster, 'reader')
    for (const [user, writes] of [
      ['narrow', [RESTART]],
      ['reader', []],
    ] as const) {
      const { text } = writePermissions(able.connector, { rules: [], writes })
      const { rules } = parse(text) as { rules: object[] } // a ClusterRole, as the connector writes it
      await bind(cluster, { user, name: `generated-${user}`, rules })
    }
  })
  after(async () => {
    await able?.close()
    await unable?.close()
  })

  const inputOf = (resource_version: string) => ({
    namespace: 'shop',
    kind: 'Deployment',
    name: 'web',
    resource_version,
  })

  test('with the generated role alone it is forbidden by name, and changes nothing', async () => {
    const { metadata } = await read()
    await assert.rejects(
      unable.run(RESTART, inputOf(metadata.resourceVersion), KEY),
      (error) =>
        error instanceof SourceError &&
        error.state === 'forbidden' &&
        error.carried.missing === 'patch deployments.apps web in namespace shop',
    )
    assert.deepEqual(await read().then((one) => one.metadata.generation), metadata.generation)
  })

  test('an object that has changed since it was read is left alone, and the API server says 409 itself', async () => {
    const old = (await read()).metadata.resourceVersion
    await cluster.make('PATCH', `${PATH}/web`, { metadata: { labels: { changed: 'yes' } } })
    const changed = await read()
    await assert.rejects(
      able.run(RESTART, inputOf(old), KEY),
      (error) => error instanceof ArgumentError && error.field === 'resource_version',
    )
    const stale = { metadata: { resourceVersion: old, labels: { changed: 'again' } } }
    assert.equal((await cluster.ask('PATCH', `${PATH}/web`, stale)).status, 409)
    assert.deepEqual(await read(), changed)
  })

  test('the patch of the pod template is made once, and the same action again finds it done', async () => {
    const before = await read()
    const input = inputOf(before.metadata.resourceVersion)
    const done = await able.run(RESTART, input, KEY)
    const after = await read()
    assert.equal(after.metadata.generation, before.metadata.generation + 1)
    const annotations = after.spec.template.metadata.annotations ?? {}
    assert.deepEqual(Object.keys(annotations).sort(), [
      'kubectl.kubernetes.io/restartedAt',
      'vedette.dev/action',
    ])
    assert.deepEqual(
      [Object(done.value).restarted, Object(done.value).resource_version],
      [true, after.metadata.resourceVersion],
    )
    const again = await able.run(RESTART, input, KEY)
    assert.equal(Object(again.value).restarted, true)
    assert.deepEqual(await read(), after)
  })
})
