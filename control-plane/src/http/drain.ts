import type { Readable } from 'node:stream'

// Bytes of a refused body that are still read, for nothing: 64 MiB.
const DRAIN_BYTES = 64 * 1024 * 1024

// Reads the rest of a body that is refused and forgets it, so that its sender is there to hear why instead of finding
// the connection cut. Resolves at its end, when the sender goes away, or after 64 MiB.
export function drain(body: Readable): Promise<void> {
  if (body.readableEnded || body.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    let read = 0
    const count = (chunk: Buffer) => {
      read += chunk.length
      if (read > DRAIN_BYTES) finish()
    }
    const finish = () => {
      body.off('data', count)
      body.pause()
      for (const event of ['end', 'close', 'error']) body.off(event, finish)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) body.on(event, finish)
    body.on('data', count)
    body.resume()
  })
}
