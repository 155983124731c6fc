import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseAgentConfig } from '@vedette/agent/config'
import { CONNECTORS } from '@vedette/connectors/registry'
import { parseControlPlaneConfig } from '@vedette/control-plane/config'
import { ROOT, runKubeTool } from '@vedette/test/kit'
import { generate } from '../kit/generate/helm.ts'
import { goldenFile, renderScenario } from '../kit/generate/manifests.ts'
import { findManifest, type Manifest, readScenarios } from './manifests.ts'

const SCENARIOS = readScenarios()
const rulesOf = (manifests: readonly Manifest[]) =>
  manifests.filter(({ kind }) => /^(Cluster)?Role$/.test(kind)).flatMap(({ rules = [] }) => rules)
const podsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap((one) => (one.spec?.template === undefined ? [] : [one.spec.template.spec]))

for (const { chart, scenario, manifests } of SCENARIOS)
  describe(`${chart}, ${scenario}`, () => {
    test('is clean to helm lint, and renders what is kept', () => {
      const folder = join(ROOT, 'helm', chart)
      const values = join(folder, 'ci', `${scenario}-values.yaml`)
      const lint = runKubeTool('helm', ['lint', '--strict', folder, '--values', values])
      assert.equal(lint.code, 0, lint.stdout + lint.stderr)
      const kept = readFileSync(join(ROOT, goldenFile(chart, scenario)), 'utf8')
      assert.equal(renderScenario(chart, scenario), kept, 'run npm run generate and read the difference')
    })

    test('every container is restricted, probed and limited, and writes only where it must', () => {
      const pods = podsOf(manifests)
      assert.ok(pods.length > 0)
      for (const { securityContext, containers, initContainers = [] } of pods) {
        assert.equal(securityContext['runAsNonRoot'], true)
        assert.deepEqual(securityContext['seccompProfile'], { type: 'RuntimeDefault' })
        for (const one of [...containers, ...initContainers]) {
          assert.deepEqual(one.securityContext, {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          })
          assert.ok(one.resources.requests?.['memory'] && one.resources.limits?.['memory'], one.name)
          const writable = one.volumeMounts.filter(({ readOnly }) => readOnly !== true)
          for (const { mountPath } of writable)
            assert.match(mountPath, /^(\/var\/lib\/vedette|\/data|\/tmp)$/)
        }
        for (const one of containers)
          assert.ok(one.startupProbe && one.livenessProbe && one.readinessProbe, one.name)
      }
    })

    test('no rule names a Secret, a wildcard, or a verb beyond get, list and the restart that was asked for', () => {
      const rules = rulesOf(manifests)
      const text = JSON.stringify(rules)
      assert.doesNotMatch(text, /\*|secrets|exec|proxy|attach|portforward|impersonate|escalate|"bind"/)
      const verbs = new Set(rules.flatMap((rule) => rule.verbs))
      const wanted = scenario === 'namespaces' ? ['get', 'list', 'patch'] : ['get', 'list']
      assert.deepEqual([...verbs].sort(), rules.length === 0 ? [] : wanted)
    })

    test('its configuration is one that the process takes', async () => {
      const config = findManifest(manifests, 'ConfigMap', chart === 'agent' ? '' : 'control-plane')
      if (chart === 'agent') {
        const parsed = await loadAgent(config.data?.['agent.yaml'] ?? '')
        assert.equal(parsed.data_dir, '/var/lib/vedette')
      } else {
        const text = config.data?.['control-plane.yaml'] ?? ''
        const parsed = parseControlPlaneConfig(
          text
            .replace(/^store:\n +file: .*$/m, 'store: postgres://x')
            .replaceAll(/\/etc\/vedette\/oauth-[^\s]+/g, import.meta.filename), // any file that can be read
        )
        assert.equal(parsed.http.port, 4680)
      }
    })
  })

async function loadAgent(text: string) {
  const loaded = await Promise.all(CONNECTORS.map(({ load }) => load()))
  return parseAgentConfig(text, loaded)
}

const manifestsOf = (chart: string, scenario: string) =>
  SCENARIOS.find((one) => one.chart === chart && one.scenario === scenario)?.manifests ?? []
const kindsOf = (chart: string, scenario: string) => [
  ...new Set(manifestsOf(chart, scenario).map(({ kind }) => kind)),
]

test('the namespaced agent has Roles where it was told and no ClusterRole; the hub has no rule at all', () => {
  const namespaced = manifestsOf('agent', 'namespaces').filter(({ kind }) => kind === 'Role')
  assert.deepEqual(
    namespaced.map(({ metadata }) => metadata.namespace),
    ['payments', 'shop'],
  )
  for (const kinds of [kindsOf('agent', 'namespaces'), kindsOf('agent', 'hub')])
    assert.doesNotMatch(kinds.join(), /ClusterRole/)
  assert.doesNotMatch(kindsOf('agent', 'hub').join(), /Role/)
  const [pod] = podsOf(manifestsOf('agent', 'hub'))
  assert.equal(pod?.automountServiceAccountToken, false)
  assert.match(pod?.containers[0]?.image ?? '', /^ghcr\.io\/vedette\/agent@sha256:0{64}$/)
})

test('the control plane has no rule in any scenario, and its autoscaler and monitor only when asked for', () => {
  for (const scenario of ['default', 'external-nats', 'replicas', 'sign-in'])
    assert.doesNotMatch(kindsOf('control-plane', scenario).join(), /Role/)
  assert.match(kindsOf('control-plane', 'replicas').join(), /HorizontalPodAutoscaler.*ServiceMonitor/)
  assert.doesNotMatch(kindsOf('control-plane', 'default').join(), /HorizontalPodAutoscaler|ServiceMonitor/)
  assert.equal(podsOf(manifestsOf('control-plane', 'external-nats')).length, 1, 'no NATS of its own')
})

test('nothing reaches the agent, and its rules and schema are those that the code declares', async () => {
  const policy = findManifest(manifestsOf('agent', 'default'), 'NetworkPolicy')
  assert.deepEqual(policy.spec?.ingress, [])
  for (const { path, text } of await generate())
    assert.equal(readFileSync(join(ROOT, path), 'utf8'), text, `${path}: run npm run generate`)
})
