import { type Clock, sleep } from '@vedette/proto/clock'
import type { Msg, NatsConnection } from 'nats'
import { errors, headers } from 'nats'

export type Listener = Readonly<{
  subject: string
  hear(bytes: Uint8Array, header: (name: string) => string): void
}>

// Why a session is over: `closed` for good by the library, or `deaf` since the server refused a subject of ours.
export type SessionEnd = 'closed' | 'deaf'

// One authenticated connection with all of the agent's subscriptions.
export type Session = Readonly<{
  isUp(): boolean
  maxPayload(): number
  publish(subject: string, payload: Uint8Array | string, fields?: Readonly<Record<string, string>>): void
  // Resolves once the server has heard everything published so far.
  flush(): Promise<void>
  ended: Promise<SessionEnd>
  // Hears nothing more, sends what is under way and closes.
  retire(): Promise<void>
}>

export type SessionOptions = Readonly<{
  clock: Clock
  listeners: readonly Listener[]
  // The connection broke, or is back.
  onDown(): void
  onUp(): void
}>

const DEFAULT_PAYLOAD = 1024 * 1024
// Longest wait for the server to take the last messages.
const RETIRE_MS = 2_000

// Subscribes to everything and resolves once the server has taken or refused it.
export async function openSession(connection: NatsConnection, options: SessionOptions): Promise<Session> {
  const end = Promise.withResolvers<SessionEnd>()
  let up = true
  let over = false
  const finish = (why: SessionEnd) => {
    up = false
    over = true
    end.resolve(why)
  }
  for (const listener of options.listeners) subscribe(connection, listener, () => finish('deaf'))
  void connection.closed().then(() => finish('closed'))
  void watch(connection, {
    down() {
      if (!up) return
      up = false
      options.onDown()
    },
    up() {
      if (over) return
      up = true
      options.onUp()
    },
    refused: () => finish('deaf'),
  })
  await connection.flush().catch(() => {})
  return Object.freeze({
    isUp: () => up,
    maxPayload: () => connection.info?.max_payload ?? DEFAULT_PAYLOAD,
    publish(subject: string, payload: Uint8Array | string, fields: Readonly<Record<string, string>> = {}) {
      const carried = headers()
      for (const [name, value] of Object.entries(fields)) carried.set(name, value)
      connection.publish(subject, payload, Object.keys(fields).length === 0 ? {} : { headers: carried })
    },
    flush: () => connection.flush().catch(() => {}),
    ended: end.promise,
    async retire() {
      const wasUp = up
      up = false
      over = true
      // A server that is away takes nothing: draining would wait for it.
      const drained = connection.drain().catch(() => {})
      if (wasUp) await Promise.race([drained, sleep(options.clock, RETIRE_MS)])
      await connection.close()
    },
  })
}

function subscribe(connection: NatsConnection, listener: Listener, refused: () => void): void {
  const callback = (error: Error | null, message: Msg) => {
    if (error !== null) return refused()
    listener.hear(message.data, (name) => message.headers?.get(name) ?? '')
  }
  connection.subscribe(listener.subject, { callback })
}

type Watching = Readonly<{ down(): void; up(): void; refused(): void }>

async function watch(connection: NatsConnection, on: Watching): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') on.down()
    if (status.type === 'reconnect') on.up()
    if (status.type === 'error' && status.error instanceof errors.PermissionViolationError) on.refused()
  }
}
