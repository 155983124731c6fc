import { request } from 'node:https'
import type { Clock } from '@vedette/proto/clock'
import type { CustomFetch } from 'openid-client'

const TIMEOUT_MS = 10_000
const LARGEST = 1024 * 1024

// A fetch for the provider alone: https, with `ca` (PEM) where it is private, no redirects, at most 1 MiB, within 10 s.
// Throws Error whatever goes wrong; its text is for nobody.
export function createFetch(ca: string | null, clock: Clock): CustomFetch {
  return (url, { method, headers, body, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>()
    const late = new AbortController()
    const cancel = clock.after(TIMEOUT_MS, () => late.abort())
    const stop = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal])
    const asked = request(
      url,
      { method, headers, signal: stop, agent: false, ...(ca === null ? {} : { ca }) },
      (response) => {
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > LARGEST) asked.destroy(new Error('too large'))
          else chunks.push(chunk)
        })
        response.on('end', () => {
          const type = response.headers['content-type']
          const answered = {
            status: response.statusCode ?? 502,
            ...(type === undefined ? {} : { headers: { 'content-type': type } }),
          }
          resolve(new Response(answered.status === 204 ? null : Buffer.concat(chunks), answered))
        })
        response.on('error', reject)
      },
    )
    asked.on('error', reject)
    // The flow's bodies are forms, which are written as text.
    asked.end(body === null || body === undefined ? undefined : String(body))
    return promise.finally(cancel)
  }
}
