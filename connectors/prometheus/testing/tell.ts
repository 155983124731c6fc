import assert from 'node:assert/strict'
import { createFakeClock, createReplayServer, type Route } from '@vedette/connectors/kit/testing'
import { ArgumentError, type Reading, SourceError } from '@vedette/proto/connector'
import { prometheusConnector } from '../index.ts'

// When the tests' calls are made.
export const NOW = Date.parse('2026-11-30T15:06:42Z')
// An answer in the HTTP API's envelope.
export const success = (data: unknown) => ({ status: 'success', data })

// What one operation made of the routes: the parts it stands on, or the failure that it ended in, without scopes.
export async function tell(operation: string, input: unknown, routes: readonly Route[]) {
  const server = await createReplayServer(routes)
  const clock = createFakeClock(NOW)
  const managed = routes.some((route) => route.path.startsWith('/api/v2/'))
  const config = prometheusConnector.config.parse({
    url: server.url,
    ...(managed ? { alertmanager: { url: server.url } } : {}),
  })
  const client = prometheusConnector.connect(config, {
    clock,
    instance: 'prometheus',
    readSecret: async () => '',
  })
  const served = prometheusConnector.operations.find((one) => one.operation.id === operation)
  assert.ok(served)
  const context = { clock, signal: new AbortController().signal, deadline: NOW + 1000 }
  try {
    const reading: Reading<unknown> = await served.run(client, input, context)
    const parts = reading.parts.map(({ state, items, why }) => [state, items ?? 0, why ?? null])
    return { parts, value: reading.value as Record<string, never> } // each test knows its operation's value
  } catch (error) {
    if (error instanceof ArgumentError) return { refused: error.code }
    if (error instanceof SourceError) return { blind: [error.state, error.carried.why, error.carried.code] }
    throw error
  } finally {
    await prometheusConnector.close?.(client)
    await server.stop()
  }
}
