type Release = () => void

export type Limiter = Readonly<{
  // Resolves to the release of one place, or to null when the queue is full or the signal ends the wait.
  acquire(signal: AbortSignal): Promise<Release | null>
  // Places taken now.
  active(): number
}>

// At most `limit` at a time, and at most `maxQueue` waiting, in the order of arrival.
export function createLimiter(limit: number, maxQueue: number): Limiter {
  let active = 0
  const queue: (() => void)[] = []

  function take(): Release {
    active += 1
    let released = false
    return () => {
      if (released) return
      released = true
      active -= 1
      queue.shift()?.()
    }
  }

  return Object.freeze({
    acquire(signal: AbortSignal) {
      if (signal.aborted) return Promise.resolve(null)
      if (active < limit) return Promise.resolve(take())
      if (queue.length >= maxQueue) return Promise.resolve(null)
      return new Promise<Release | null>((resolve) => {
        const leave = () => {
          queue.splice(queue.indexOf(enter), 1)
          resolve(null)
        }
        const enter = () => {
          signal.removeEventListener('abort', leave)
          resolve(take())
        }
        queue.push(enter)
        signal.addEventListener('abort', leave, { once: true })
      })
    },
    active: () => active,
  })
}
