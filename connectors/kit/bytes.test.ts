import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SourceError } from '@vedette/proto/connector'
import { createByteClient } from './bytes.ts'
import { createFakeClock } from './testing/fake-clock.ts'
import type { Fault } from './testing/faults.ts'
import { createReplayServer, type Route } from './testing/replay-server.ts'

// Sends one request to a server with these routes or fault, and gives what `judge` got.
async function send(
  setup: Readonly<{
    routes?: readonly Route[]
    fault?: Fault
    allows?: (url: URL) => boolean
    advance?: number
  }>,
) {
  const server = await createReplayServer(setup.routes ?? [])
  if (setup.fault !== undefined) server.fail(setup.fault)
  const clock = createFakeClock()
  const client = createByteClient({ name: 'sdk', allows: setup.allows ?? (() => true), random: () => 0 })
  const context = { clock, signal: new AbortController().signal, deadline: clock.now() + 100 }
  const url = new URL(`${server.url}/path`)
  const sent = client.send({ method: 'POST', url, headers: {}, body: 'x', context }, (answer) => answer)
  sent.catch(() => {})
  try {
    if (setup.advance !== undefined) {
      await server.arrived(1)
      clock.advance(setup.advance)
      await sent.catch(() => {})
      await server.idle()
    }
    return { answer: await sent, connections: server.connections() }
  } finally {
    client.close()
    await server.stop()
  }
}

test('bytes, head and status of every answer go to the judge, failures included', async () => {
  const routes = [{ path: '/path', status: 404, headers: { 'x-kind': 'none' }, text: 'gone' }]
  const { answer } = await send({ routes })
  assert.equal(answer.status, 404)
  assert.equal(answer.headers['x-kind'], 'none')
  assert.equal(new TextDecoder().decode(answer.bytes), 'gone')
})

test('a redirect is an answer like any other and is not followed', async () => {
  const { answer, connections } = await send({ fault: 'redirect' })
  assert.equal(answer.status, 302)
  assert.equal(connections, 1)
})

test('a host that is not allowed is never connected to', async () => {
  let asked = false
  const allows = () => {
    asked = true
    return false
  }
  await assert.rejects(send({ allows }), { state: 'unusable' })
  assert.equal(asked, true)
})

for (const [fault, state, why] of [
  ['oversized', 'unusable', 'too_large'],
  ['gzip_bomb', 'unusable', 'too_large'],
  ['reset', 'upstream_failed', undefined],
] as const)
  test(`${fault} is ${state}`, async () => {
    await assert.rejects(send({ fault }), (error) => {
      assert.ok(error instanceof SourceError)
      assert.equal(error.state, state)
      assert.equal(error.carried.why, why)
      return true
    })
  })

test('silence ends at the deadline, and its socket is closed', async () => {
  await assert.rejects(send({ fault: 'silence', advance: 100 }), { state: 'timed_out' })
})
