import { tellRefused } from './client.ts'

// The server writes at least a comment every 15 s: longer silence means that what is shown may be old.
const SILENCE_MS = 40_000
const RETRY_MS = 2_000

export type EventHandlers = Readonly<{
  // Each server-sent event by its name, with its parsed JSON.
  onEvent(event: string, data: unknown): void
  // True with each sign of life, false when there is none.
  onLive(isLive: boolean): void
}>

// Follows server-sent events until the signal aborts, and opens the stream again when it ends. Ends on 401 and 403.
export async function followEvents(
  url: string,
  { onEvent, onLive }: EventHandlers,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const stream = new AbortController()
    const abort = () => stream.abort()
    signal.addEventListener('abort', abort)
    let silence = setTimeout(abort, SILENCE_MS)
    const hear = () => {
      clearTimeout(silence)
      silence = setTimeout(abort, SILENCE_MS)
      onLive(true)
    }
    try {
      const response = await fetch(url, { signal: stream.signal, cache: 'no-store' })
      if (response.status === 401 || response.status === 403) {
        onLive(false)
        return tellRefused()
      }
      if (response.ok && response.body !== null) await readEvents(response.body, { hear, onEvent })
    } catch {
      // The network is away, or nothing was heard for too long: told as not live below.
    } finally {
      clearTimeout(silence)
      signal.removeEventListener('abort', abort)
    }
    if (signal.aborted) return
    onLive(false)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

type Reading = Readonly<{ hear(): void; onEvent: EventHandlers['onEvent'] }>

async function readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>, { hear, onEvent }: Reading) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    hear()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const take = (name: string) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim())
      const [event] = take('event')
      const data = take('data').join('\n')
      if (event !== undefined && data !== '') onEvent(event, JSON.parse(data))
    }
  }
}
