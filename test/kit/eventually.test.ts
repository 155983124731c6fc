import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import test from 'node:test'
import { eventually } from './eventually.ts'
import { getFreePort } from './ports.ts'

test('a check is repeated until it neither throws nor gives false or undefined', async () => {
  const answers = [() => assert.fail('not yet'), () => false, () => undefined, () => 0]
  let calls = 0
  const value = await eventually(() => answers[calls++]?.(), { everyMs: 1 })
  assert.deepEqual([value, calls], [0, 4])
})

test('a check that never holds rejects with its last failure', async () => {
  const attempt = eventually(() => assert.equal(1, 2, 'one is not two'), { timeoutMs: 20, everyMs: 5 })
  await assert.rejects(attempt, /not within 20 ms: one is not two/)
})

test('free ports can be listened on and are never given twice', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, getFreePort))
  assert.equal(new Set(ports).size, 20)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(ports[0], '127.0.0.1', resolve)
  })
  server.close()
})
