import type { IncomingMessage } from 'node:http'
import { sleep } from '@vedette/proto/clock'
import { type CallContext, SourceError } from '@vedette/proto/connector'
import type { Phase } from '@vedette/proto/visibility'
import { readBody } from './body.ts'
import { withDeadline } from './deadline.ts'
import { createTransport, sendRequest, type TlsFacts, type Transport } from './exchange.ts'
import { FAILURE_BODY_BYTES, IN_FLIGHT, MAX_BODY_BYTES } from './limits.ts'
import { createRetryBudget, planRetry } from './retry.ts'
import { toNetworkError } from './status.ts'

export type ByteRequest = Readonly<{
  method: 'GET' | 'POST' | 'PUT' | 'HEAD'
  url: URL
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  context: CallContext
  // False stops the one retry: for reads that are not ours to repeat.
  retry?: boolean
}>

export type ByteAnswer = Readonly<{
  status: number
  // Lower-case names; repeated headers are joined by a comma.
  headers: Readonly<Record<string, string>>
  // Decoded; empty when the body of a failure was over 64 KiB or broken.
  bytes: Uint8Array
}>

export type ByteClient = Readonly<{
  // Sends an idempotent read and hands every answer, failures included, to `judge`, which throws SourceError for
  // what is none; 503, a reset and 429 with a wait are tried once more when the deadline leaves room.
  send<T>(request: ByteRequest, judge: (answer: ByteAnswer) => T): Promise<T>
  close(): void
}>

export type ByteClientOptions = Readonly<{
  // The instance's name, which stands for its credential in `unauthorized`.
  name: string
  // Hosts that may be asked at all; every other one is `unusable`.
  allows: (url: URL) => boolean
  tls?: TlsFacts
  maxBytes?: number
  random?: () => number
}>

// The kit's bounds for a vendor's own SDK, which makes and reads the messages: deadline, caps after decompression,
// closed sockets, checked addresses, no redirects, no proxy. Making it touches no network.
export function createByteClient(options: ByteClientOptions): ByteClient {
  const transports = new Map<string, Transport>()
  const retries = createRetryBudget()
  const random = options.random ?? Math.random

  function transportOf(url: URL): Transport {
    const found = transports.get(url.protocol)
    if (found !== undefined) return found
    const made = createTransport(url, options.tls)
    transports.set(url.protocol, made)
    return made
  }

  async function exchange(
    request: ByteRequest,
    call: Readonly<{ signal: AbortSignal; enter(phase: Phase): void }>,
  ): Promise<ByteAnswer> {
    const { url, method, headers, body } = request
    if (!options.allows(url))
      throw new SourceError('unusable', { why: 'unexpected_kind', code: 'host_refused' })
    request.context.vendorCall?.()
    const outgoing = {
      method,
      url,
      headers,
      credential: options.name,
      ...(body === undefined ? {} : { body }),
    }
    const response = await sendRequest(transportOf(url), outgoing, call)
    const status = response.statusCode ?? 0
    const head = { status, headers: toHeaders(response) }
    if (status >= 200 && status <= 299)
      return { ...head, bytes: await read(response, options.maxBytes ?? MAX_BODY_BYTES) }
    const bytes = await read(response, FAILURE_BODY_BYTES).catch(() => new Uint8Array())
    return { ...head, bytes }
  }

  return {
    send(request, judge) {
      retries.earn()
      const { context } = request
      return withDeadline(context, async (signal, enter) => {
        const attempt = async () => judge(await exchange(request, { signal, enter }))
        try {
          return await attempt()
        } catch (error) {
          const wait = request.retry === false ? undefined : planRetry(error, context, random)
          if (wait === undefined || !retries.spend()) throw error
          await sleep(context.clock, wait, signal)
          return attempt()
        }
      })
    },
    close() {
      for (const { agent } of transports.values()) agent.destroy()
    },
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  try {
    return await readBody(response, { maxBytes, budget: IN_FLIGHT }, (bytes) => bytes)
  } catch (error) {
    throw toNetworkError(error)
  }
}

// A response's headers, by lower-case name.
export function toHeaders(response: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
}
