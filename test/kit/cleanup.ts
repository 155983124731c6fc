/** Where to leave what must be undone: a test's context, or `{ after }` with the `after` of node:test for a file. */
export type Cleanup = { after(undo: () => void | Promise<void>): void }

const stacks = new WeakMap<Cleanup, (() => void | Promise<void>)[]>()

/**
 * Undoes things when the test ends, the last registered first, so that a server has ended before its folder
 * goes. All of them run; the first failure is thrown afterwards.
 */
export function registerUndo(cleanup: Cleanup, undo: () => void | Promise<void>): void {
  const known = stacks.get(cleanup)
  if (known !== undefined) {
    known.push(undo)
    return
  }
  const stack = [undo]
  stacks.set(cleanup, stack)
  cleanup.after(() => undoAll(stack))
}

async function undoAll(stack: (() => void | Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (let undo = stack.pop(); undo !== undefined; undo = stack.pop()) {
    try {
      await undo()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
