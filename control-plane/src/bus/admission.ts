// Bytes of replies that one replica holds at a time.
export const ADMITTED_BYTES = 32 * 1024 * 1024
// Of these, what calls may hold that wait for room: the rest is always enough for the first in line.
const WAITING_BYTES = 16 * 1024 * 1024

// What is this small passes those who wait: it is here already and gone in a moment.
const SMALL_BYTES = 64 * 1024

export type Admission = Readonly<{
  // Takes the bytes now, or says that there is no room.
  tryTake(bytes: number): boolean
  // Holds `held` bytes now and calls back once `more` fit too, first come first served; null when too much waits.
  wait(held: number, more: number, granted: () => void): Readonly<{ cancel(): void }> | null
  release(bytes: number): void
  used(): number
}>

type Waiting = { held: number; more: number; granted: () => void }

// Keeps the sum of all replies under way within the limit.
export function createAdmission(limit: number = ADMITTED_BYTES): Admission {
  const queue: Waiting[] = []
  let used = 0
  let waiting = 0

  function serve(): void {
    for (let first = queue[0]; first !== undefined && used + first.more <= limit; first = queue[0]) {
      queue.shift()
      used += first.more
      waiting -= first.held
      first.granted()
    }
  }

  return Object.freeze({
    tryTake(bytes: number) {
      if ((queue.length > 0 && bytes > SMALL_BYTES) || used + bytes > limit) return false
      used += bytes
      return true
    },
    wait(held: number, more: number, granted: () => void) {
      if (used + held > limit || waiting + held > Math.min(WAITING_BYTES, limit / 2)) return null
      used += held
      waiting += held
      const entry = { held, more, granted }
      queue.push(entry)
      return {
        // Leaves the line; the held bytes are released by whoever took them.
        cancel() {
          const at = queue.indexOf(entry)
          if (at < 0) return
          queue.splice(at, 1)
          waiting -= held
        },
      }
    },
    release(bytes: number) {
      used -= bytes
      serve()
    },
    used: () => used,
  })
}
