// Runs `read` over items, at most `width` at once, and keeps their order. After a failure no further one begins, and
// the first failure is thrown when those that run have ended: no request outlives its call.
export async function sideBySide<T, R>(
  items: readonly T[],
  width: number,
  read: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = new Array(items.length)
  const queue = items.entries()
  let failed = false
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return
      try {
        results[index] = await read(item)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  await together(Array.from({ length: Math.min(width, items.length) }, work))
  return results
}

// Waits until all have ended, then gives what they gave, or throws the first failure in the order given.
export async function together<T extends readonly unknown[]>(
  reads: readonly [...{ [K in keyof T]: T[K] | Promise<T[K]> }],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = reads.map((one) => Promise.resolve(one))
  await Promise.allSettled(all)
  return (await Promise.all(all)) as { -readonly [K in keyof T]: Awaited<T[K]> } // the same tuple
}
