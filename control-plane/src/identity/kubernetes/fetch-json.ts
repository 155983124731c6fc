import { request } from 'node:https'
import type { Clock } from '@vedette/proto/clock'

const TIMEOUT_MS = 5_000
const LARGEST = 256 * 1024

// Reads one JSON object over https, with `ca` (PEM) beside the usual authorities when given: no redirects, at most
// 256 KiB, within 5 s. Throws Error whatever goes wrong; its text is for nobody.
export async function fetchJson(
  url: string,
  { ca, clock }: Readonly<{ ca: string | null; clock: Clock }>,
): Promise<Readonly<Record<string, unknown>>> {
  if (!url.startsWith('https://')) throw new Error('not https')
  const late = new AbortController()
  const cancel = clock.after(TIMEOUT_MS, () => late.abort())
  try {
    const value: unknown = JSON.parse(await read(url, ca, late.signal))
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('no object')
    return value as Record<string, unknown> // a JSON object has text keys
  } finally {
    cancel()
  }
}

function read(url: string, ca: string | null, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // An API server gives its keys as a key set only.
  const headers = { accept: 'application/json, application/jwk-set+json' }
  const asked = request(
    url,
    { signal, headers, agent: false, ...(ca === null ? {} : { ca }) },
    (response) => {
      const chunks: Buffer[] = []
      let bytes = 0
      if (response.statusCode !== 200) asked.destroy(new Error('not 200'))
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > LARGEST) asked.destroy(new Error('too large'))
        else chunks.push(chunk)
      })
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      response.on('error', reject)
    },
  )
  asked.on('error', reject)
  asked.end()
  return promise
}
