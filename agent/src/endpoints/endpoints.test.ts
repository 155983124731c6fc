import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEndpoints } from './endpoints.ts'

test('health, readiness and metrics are served on loopback, and nothing else', async (t) => {
  let ready = false
  const endpoints = await startEndpoints(
    { host: '127.0.0.1', port: 0 },
    {
      isReady: () => ready,
      counters: () => [{ name: 'dropped', label: 'replayed', value: 3 }],
      health: () => [{ instance: 'prometheus', health: 'down' }],
    },
  )
  t.after(() => endpoints.close())
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${endpoints.port}${path}`, { method })
    return [response.status, await response.text()] as const
  }
  assert.deepEqual(await ask('/healthz'), [200, 'ok\n'])
  assert.deepEqual(await ask('/readyz'), [503, 'not ready\n'])
  ready = true
  assert.deepEqual(await ask('/readyz?verbose'), [200, 'ready\n'])
  const [status, metrics] = await ask('/metrics')
  assert.equal(status, 200)
  assert.match(metrics, /^vedette_agent_ready 1$/m)
  assert.match(metrics, /^vedette_agent_events\{kind="dropped",what="replayed"\} 3$/m)
  assert.match(metrics, /^vedette_agent_connector_health\{instance="prometheus",health="down"\} 1$/m)
  assert.equal((await ask('/'))[0], 404)
  assert.equal((await ask('/healthz', 'POST'))[0], 405)
})
