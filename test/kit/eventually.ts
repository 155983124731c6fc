import { setTimeout as wait } from 'node:timers/promises'

/** How long to go on trying (30 s unless told), and the pause between two tries (50 ms unless told). */
export type EventuallyOptions = { readonly timeoutMs?: number; readonly everyMs?: number }

/**
 * Calls `attempt` until it neither throws nor gives `false` or `undefined`, and resolves to what it gave.
 * Rejects with the last failure once the time is over; the failure's text says how long was waited.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  { timeoutMs = 30_000, everyMs = 50 }: EventuallyOptions = {},
): Promise<Exclude<T, false | undefined>> {
  const end = performance.now() + timeoutMs
  for (;;) {
    let failure: unknown
    try {
      const value = await attempt()
      // The two excluded values have just been ruled out; TypeScript does not narrow a type parameter.
      if (value !== false && value !== undefined) return value as Exclude<T, false | undefined>
      failure = new Error(`it still gives ${String(value)}`)
    } catch (error) {
      failure = error
    }
    if (performance.now() >= end)
      throw new Error(`not within ${timeoutMs} ms: ${toText(failure)}`, { cause: failure })
    await wait(everyMs)
  }
}

function toText(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
