import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Matcher } from '../promql/matchers.ts'
import { parseExpression } from '../promql/parse.ts'
import { listSelectors } from '../promql/selectors.ts'
import { MEAN_LATENCY_PRESETS, REQUEST_PRESETS } from './requests.ts'
import { SATURATION_PRESETS } from './saturation.ts'

const ALL = [...REQUEST_PRESETS, ...MEAN_LATENCY_PRESETS, ...SATURATION_PRESETS]
const service: Matcher = { label: 'app', op: '=', value: 'a"} or vector(1) #' }

test('every preset builds PromQL that reads only needed metrics of the service', () => {
  for (const preset of ALL) {
    for (const by of [[], ['zone', 'k8s.cluster']]) {
      const { promql } = preset.build({ service, by, range: 240 })
      const selectors = listSelectors(parseExpression(promql))
      assert.ok(selectors.length > 0, promql)
      for (const { matchers } of selectors) {
        const name = matchers.find((one) => one.label === '__name__')?.value ?? ''
        assert.ok(preset.needs.includes(name), `${preset.id} reads ${name}`)
        assert.ok(
          matchers.some((one) => one.label === 'app' && one.value === service.value),
          promql,
        )
      }
    }
  }
})

test('a status label counts only with values of the form that its convention has', () => {
  const formOf = (id: string) =>
    REQUEST_PRESETS.find((one) => one.id === id && one.signal === 'errors')?.told?.values
  const says = (id: string, values: readonly string[]) => values.map((one) => formOf(id)?.test(one))
  assert.deepEqual(says('http_requests_by_status', ['200', '5xx', '0', 'error', 'success', '2000']), [
    ...[true, true, true, false, false, false],
  ])
  assert.deepEqual(says('grpc_server', ['OK', 'Unavailable', '14']), [true, true, false])
  assert.deepEqual(says('otel_rpc_server', ['0', '16', '17', 'OK']), [true, true, false, false])
})

test('the fullest of several containers is told, not their average', () => {
  const memory = SATURATION_PRESETS.find((one) => one.id === 'cadvisor_memory')
  assert.equal(
    memory?.build({ service: { label: 'container', op: '=', value: 'web' }, by: [], range: 240 }).promql,
    'max((sum by (namespace, pod, container) (container_memory_working_set_bytes{container="web"}) / ' +
      'sum by (namespace, pod, container) (kube_pod_container_resource_limits{container="web",resource="memory"})))',
  )
})
