// The server writes at least a comment every 15 s: longer silence means that what is shown may be old.
const SILENCE_MS = 40_000
const RETRY_MS = 2_000

// Follows server-sent events until the signal aborts, and opens the stream again when it ends. `onLive` hears true
// with each sign of life and false when there is none; `onRefused` ends it on 401 and 403.
export async function followEvents({ url, token, signal, onEvent, onLive, onRefused }) {
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
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(url, { headers, signal: stream.signal })
      if (response.status === 401 || response.status === 403) return onRefused()
      if (response.ok) await readEvents(response.body, { hear, onEvent })
    } catch {
      // The network is away, or nothing was heard for too long: shown as not live below.
    }
    clearTimeout(silence)
    signal.removeEventListener('abort', abort)
    if (signal.aborted) return
    onLive(false)
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

async function readEvents(body, { hear, onEvent }) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    hear()
    const blocks = (rest + value).split('\n\n')
    rest = blocks.pop()
    for (const block of blocks) {
      const lines = block.split('\n')
      const take = (name) =>
        lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).trim())
      const [event] = take('event')
      const data = take('data').join('\n')
      if (event !== undefined && data !== '') onEvent(event, JSON.parse(data))
    }
  }
}
