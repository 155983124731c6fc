// Waits for all of several reads and rejects with the first error in their order: no request is left running behind
// an answer.
export async function together<T extends readonly unknown[]>(
  reads: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  // Seen as a plain list: the tuple of promises is one, and its type says more than is needed here.
  const list: readonly Promise<unknown>[] = reads
  const settled = await Promise.allSettled(list)
  for (const one of settled) if (one.status === 'rejected') throw one.reason
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T // all are fulfilled
}

// Maps with so many under way at once, in order. After the first error nothing new starts, and it rejects with it once
// what is under way has ended.
export async function mapAtMost<T, R>(
  items: readonly T[],
  most: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const queue = items.entries()
  let hasFailed = false
  const work = async () => {
    for (const [at, item] of queue) {
      if (hasFailed) return
      try {
        results[at] = await run(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  await together(Array.from({ length: Math.min(most, items.length) }, work))
  return results
}
