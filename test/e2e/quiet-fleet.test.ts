import assert from 'node:assert/strict'
import test from 'node:test'
import { eventually } from '@vedette/test/kit'
import { startAgent, startStand, untilAgent } from './stand.ts'

test('a fleet in which nothing changes tells no change, probe after probe', async (t) => {
  const stand = await startStand(t)
  const agent = await startAgent(t, stand, { machine: 'web-1', connectors: [{ connector: 'host' }] })
  await untilAgent(stand, 'web-1', { status: 'connected', health: { host: 'up' } })
  const closing = new AbortController()
  t.after(() => closing.abort())
  const stream = await fetch(`${stand.url}/api/v1/fleet/events`, {
    headers: { authorization: `Bearer ${stand.token}` },
    signal: closing.signal,
  })
  let heard = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const part of stream.body ?? []) heard += decoder.decode(part, { stream: true })
  })()
  reading.catch(() => {})
  const changes = () => [...heard.matchAll(/^event: change\ndata: (.*)$/gm)].map(([, data]) => data)
  const probedAt = async () =>
    (await stand.fleet()).agents[0]?.connectors.find(({ instance }) => instance === 'host')?.checked_at
  for (let probes = 0; probes < 2; probes += 1) {
    const before = await probedAt()
    await eventually(async () => (await probedAt()) !== before)
  }
  assert.deepEqual(changes(), [])
  // The stream does tell what changes.
  await agent.stop()
  await eventually(() => changes().some((data) => data?.includes('agent_offline')))
})
