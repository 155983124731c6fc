import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createFolder, type Ran, ROOT, runKubeTool } from '@vedette/test/kit'
import { type PodSpec, parseManifests } from '../helm/manifests.ts'
import { CHARTS, type ChartName, listScenarios, renderScenario } from '../kit/generate/manifests.ts'
import { API_SERVER, NO_CLUSTER, startCluster } from './cluster.ts'

const skip = API_SERVER === undefined ? 'run by npm run test:kube, which prepares the API server' : false
const cluster = API_SERVER === undefined ? NO_CLUSTER : await startCluster({ after })
const folder = createFolder({ after })
const kubeconfig = join(folder, 'kubeconfig')
const run = (tool: 'helm' | 'kubectl', args: readonly string[], input?: string): Ran =>
  runKubeTool(tool, ['--kubeconfig', kubeconfig, ...args], input)
const installArgs = (chart: ChartName, scenario: string) => [
  `vedette-${chart}`,
  join(ROOT, 'helm', chart),
  ...['--namespace', 'vedette', '--values', join(ROOT, 'helm', chart, 'ci', `${scenario}-values.yaml`)],
]

// What others than Kubernetes define: their own operators bring these kinds.
const FOREIGN = /^(external-secrets\.io|monitoring\.coreos\.com)\//

describe('the charts before a real API server', { skip, timeout: 180_000 }, () => {
  before(async () => {
    writeFileSync(kubeconfig, JSON.stringify(cluster.adminConfig('vedette')), { mode: 0o600 })
    for (const name of ['payments', 'shop']) await makeNamespace(name, {})
    const level = 'restricted'
    const labels = Object.fromEntries(
      ['enforce', 'warn', 'audit'].map((mode) => [`pod-security.kubernetes.io/${mode}`, level]),
    )
    await makeNamespace('vedette', labels)
  })

  for (const chart of CHARTS)
    for (const scenario of listScenarios(chart))
      test(`${chart}, ${scenario}: every manifest fits the schema of the API server, field for field`, () => {
        const known = parseManifests(renderScenario(chart, scenario)).filter(
          ({ apiVersion }) => !FOREIGN.test(apiVersion),
        )
        const list = { apiVersion: 'v1', kind: 'List', items: known }
        const args = ['create', '--dry-run=server', '--validate=strict', '-f', '-']
        const { code, stderr } = run('kubectl', args, JSON.stringify(list))
        assert.deepEqual([code, stderr], [0, ''])
      })

  for (const chart of CHARTS)
    test(`${chart}: installs into a restricted namespace without a warning, and its pods are let in`, async () => {
      const installed = run('helm', ['install', ...installArgs(chart, 'default')])
      assert.equal(installed.code, 0, installed.stderr)
      assert.doesNotMatch(installed.stdout + installed.stderr, /warning|would violate/i)
      for (const { kind, metadata, spec } of parseManifests(renderScenario(chart, 'default'))) {
        if (spec?.template === undefined) continue
        const pod = {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: { name: `from-${kind.toLowerCase()}-${metadata.name}`, namespace: 'vedette' },
          spec: withClaims(spec.template.spec),
        }
        const made = run('kubectl', ['create', '--dry-run=server', '-f', '-'], JSON.stringify(pod))
        assert.deepEqual([made.code, made.stderr], [0, ''])
      }
    })

  test('a pod that is not restricted is refused there, so that being let in means something', () => {
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'loose', namespace: 'vedette' },
      spec: { containers: [{ name: 'loose', image: 'loose' }] },
    }
    const { code, stderr } = run('kubectl', ['create', '--dry-run=server', '-f', '-'], JSON.stringify(pod))
    assert.equal(code, 1)
    assert.match(stderr, /violates PodSecurity "restricted/)
  })

  test('the agent may do exactly what its README says, beyond what every identity may', () => {
    const may = (who: string, namespace = 'vedette') => {
      const args = ['auth', 'can-i', '--list', '--no-headers', '-n', namespace, '--as', who]
      const groups = ['system:serviceaccounts', 'system:authenticated'].flatMap((one) => ['--as-group', one])
      const { code, stdout, stderr } = run('kubectl', [...args, ...groups])
      assert.equal(code, 0, stderr)
      return stdout.split('\n').filter(Boolean).map(toRight)
    }
    const others = new Set(may('system:serviceaccount:vedette:nobody'))
    const own = (namespace?: string) =>
      may('system:serviceaccount:vedette:vedette-agent', namespace).filter((one) => !others.has(one))
    assert.deepEqual([...new Set(own())].sort(), readReadmeRights(), 'granted, and in the README')
    assert.deepEqual(own('shop'), own(), 'the same in another namespace')
  })

  test('an upgrade and a rollback keep what there was, and an uninstall leaves nothing', () => {
    const listed = () =>
      run('kubectl', [
        ...[
          'get',
          'all,configmaps,serviceaccounts,networkpolicies,roles,rolebindings,persistentvolumeclaims',
        ],
        ...['-n', 'vedette', '-l', 'app.kubernetes.io/instance=vedette-agent', '-o', 'name'],
      ]).stdout
    const wide = () =>
      run('kubectl', ['get', 'clusterroles,clusterrolebindings', '-o', 'name']).stdout.match(/\S*vedette\S*/g)
    const config = () =>
      run('kubectl', ['get', 'configmap', 'vedette-agent', '-n', 'vedette', '-o', 'yaml']).stdout
    const before = config()
    const upgraded = run('helm', [
      'upgrade',
      ...installArgs('agent', 'default'),
      '--set',
      'agent.logLevel=debug',
    ])
    assert.equal(upgraded.code, 0, upgraded.stderr)
    assert.match(config(), /log_level: debug/)
    const back = run('helm', ['rollback', 'vedette-agent', '1', '-n', 'vedette'])
    assert.equal(back.code, 0, back.stderr)
    const data = (text: string) => text.slice(0, text.indexOf('kind:'))
    assert.equal(data(config()), data(before))
    assert.match(listed(), /deployment\.apps\/vedette-agent/)
    assert.equal(wide()?.length, 2)
    assert.equal(run('helm', ['uninstall', 'vedette-agent', '-n', 'vedette']).code, 0)
    assert.deepEqual([listed(), wide()], ['', null])
  })

  test('the control plane is upgraded and rolled back beside keys and data that stay as they were', () => {
    const kept = [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'vedette-operator' },
        stringData: { 'operator.json': 'k' },
      },
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data-vedette-control-plane-0' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '5Gi' } } },
      },
    ]
    const list = { apiVersion: 'v1', kind: 'List', items: kept }
    const made = run('kubectl', ['create', '-n', 'vedette', '-f', '-'], JSON.stringify(list))
    assert.equal(made.code, 0, made.stderr)
    const read = (what: string) => {
      const { code, stdout, stderr } = run('kubectl', [
        'get',
        ...what.split(' '),
        '-n',
        'vedette',
        '-o',
        'json',
      ])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    }
    const data = () => [
      read('secret vedette-operator'),
      read('persistentvolumeclaim data-vedette-control-plane-0'),
    ]
    const config = () => read('configmap vedette-control-plane').data['control-plane.yaml']
    const identity = () => read('statefulset vedette-control-plane').metadata.uid
    const [before, first, uid] = [data(), config(), identity()]

    const upgraded = run('helm', ['upgrade', ...installArgs('control-plane', 'sign-in')])
    assert.equal(upgraded.code, 0, upgraded.stderr)
    assert.match(config(), /issuer: https:\/\/id\.example\.org/)
    assert.deepEqual([data(), identity()], [before, uid], 'changed in place')
    const back = run('helm', ['rollback', 'vedette-control-plane', '1', '-n', 'vedette'])
    assert.equal(back.code, 0, back.stderr)
    assert.deepEqual([data(), config(), identity()], [before, first, uid])

    assert.equal(run('helm', ['uninstall', 'vedette-control-plane', '-n', 'vedette']).code, 0)
    const kinds = 'all,configmaps,serviceaccounts,networkpolicies,poddisruptionbudgets,ingresses,secrets'
    const left = read(`${kinds} -l app.kubernetes.io/instance=vedette-control-plane`)
    assert.deepEqual(left.items, [])
    assert.deepEqual(data(), before, 'keys and the volume are the installer’s own')
  })
})

async function makeNamespace(name: string, labels: Readonly<Record<string, string>>): Promise<void> {
  await cluster.make('POST', '/api/v1/namespaces', { metadata: { name, labels } })
}

// A pod of a StatefulSet has the volumes of its claims, which its controller adds.
function withClaims(spec: PodSpec): object {
  const named = new Set(spec.volumes.map((one) => one['name']))
  const mounts = spec.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name))
  const claimed = [...new Set(mounts)].filter((name) => !named.has(name))
  const added = claimed.map((name) => ({ name, persistentVolumeClaim: { claimName: name } }))
  return { ...spec, volumes: [...spec.volumes, ...added] }
}

// `pods/log [] [] [get]` as `get pods/log`; paths that are no resources as they stand.
function toRight(line: string): string {
  const [, resource = '', , , verbs = ''] = /^(\S*)\s+(\[.*?\])\s+(\[.*?\])\s+\[(.*?)\]$/.exec(line) ?? []
  return resource === '' ? line.replace(/\s+/g, ' ') : `${verbs.split(' ').sort().join(',')} ${resource}`
}

function readReadmeRights(): readonly string[] {
  const text = readFileSync(join(ROOT, 'helm', 'agent', 'README.md'), 'utf8')
  const rows = [...text.matchAll(/^\| (get|list|get, list) \| (.+) \|$/gm)]
  return rows
    .flatMap(([, verbs = '', resources = '']) =>
      [...resources.matchAll(/`([^`]+)`/g)].map(([, name]) => `${verbs.replaceAll(', ', ',')} ${name}`),
    )
    .toSorted()
}
