import { useEffect, useRef, useState } from 'react'
import { followEvents } from './events.ts'

// Follows a stream while the component stands. `live` is null before the first sign of life, false when what is shown
// may be old. `onEvent` may change from one drawing to the next.
export function useEvents(
  url: string,
  onEvent: (event: string, data: unknown) => void,
): Readonly<{ live: boolean | null }> {
  const [live, setLive] = useState<boolean | null>(null)
  const latest = useRef(onEvent)
  latest.current = onEvent
  useEffect(() => {
    const stop = new AbortController()
    void followEvents(
      url,
      { onEvent: (event, data) => latest.current(event, data), onLive: setLive },
      stop.signal,
    )
    return () => stop.abort()
  }, [url])
  return { live }
}
