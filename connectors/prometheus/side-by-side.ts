// Runs `ask` for each item with at most `limit` under way, in order, and gives the answers in the items' order.
// Waits for those under way before it throws the first failure, so that no answer is still read after the call.
export async function askSideBySide<T, R>(
  items: readonly T[],
  limit: number,
  ask: (item: T) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = []
  const failures: unknown[] = []
  const queue = items.entries()
  const work = async () => {
    for (const [index, item] of queue) {
      if (failures.length > 0) return
      try {
        answers[index] = await ask(item)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work))
  if (failures.length > 0) throw failures[0]
  return answers
}
