import assert from 'node:assert/strict'
import { CONNECTORS } from '@vedette/connectors/registry'
import { systemClock } from '@vedette/proto/clock'
import type { Reading } from '@vedette/proto/connector'

/** What one call to the PostgreSQL connector is made with; the rest has defaults. */
export type Given = Readonly<{
  input?: Record<string, unknown>
  user?: string
  config?: Record<string, unknown>
  password?: string
  deadlineMs?: number
  signal?: AbortSignal
}>

/** Asks a server on loopback as `vedette`, over the last ten minutes where the operation takes a window. */
export async function askPostgres(
  port: number,
  operation: string,
  given: Given = {},
): Promise<Reading<unknown>> {
  const { input = {}, user: username = 'vedette', deadlineMs = 15_000, password } = given
  const connector = await CONNECTORS.find((one) => one.id === 'postgres')?.load()
  assert.ok(connector, 'the registry has no postgres')
  const secret = password === undefined ? {} : { password: { env: 'X' } }
  const config = { host: '127.0.0.1', port, username, tls: { mode: 'off' }, ...secret, ...given.config }
  const client = connector.connect(connector.config.parse(config), {
    clock: systemClock,
    instance: 'shop-db',
    readSecret: async (ref) => ('file' in ref ? ref.file : (password ?? '')),
  })
  const served = connector.operations.find((one) => one.operation.id === operation)
  assert.ok(served, `${operation} is not served`)
  const now = systemClock.now()
  const takesWindow = Object.hasOwn(served.operation.input.shape, 'from')
  const window = takesWindow
    ? { from: new Date(now - 600_000).toISOString(), to: new Date(now).toISOString() }
    : {}
  const signal = given.signal ?? new AbortController().signal
  const context = { clock: systemClock, signal, deadline: now + deadlineMs }
  const reading = await served.run(client, { ...window, ...input }, context)
  return { ...reading, value: served.operation.output.parse(reading.value) }
}

/** The words of a reading's parts. */
export function states(reading: Reading<unknown>): string[] {
  return reading.parts.map((part) => part.state)
}

/** A reading's value as a record, for tests that look at single fields. */
export function toValue(reading: Reading<unknown>): Record<string, unknown> {
  return reading.value as Record<string, unknown> // every output of the catalogue is an object
}
