import { join } from 'node:path'
import { type Cleanup, ROOT, type StartedProcess, startProcess } from '@vedette/test/kit'

/** Arguments of Node for every process that runs from source. */
export const NODE_ARGS = ['--disable-warning=ExperimentalWarning'] as const

/** The entry points of the product. */
export const ENTRIES = {
  agent: join(ROOT, 'agent', 'src', 'main', 'start.ts'),
  controlPlane: join(ROOT, 'control-plane', 'src', 'main', 'start.ts'),
} as const

/** Starts one of the bench's own processes and waits for its line `ready ...`; what follows is its address. */
export async function startBaseline(
  cleanup: Cleanup,
  name: string,
  args: readonly string[] = [],
): Promise<StartedProcess & { readonly address: string }> {
  const file = join(import.meta.dirname, '..', 'processes', `${name}.ts`)
  const started = await startProcess(cleanup, {
    name,
    file: process.execPath,
    args: [...NODE_ARGS, file, ...args],
    ready: { output: /^ready .*$/m },
  })
  return { ...started, address: /^ready (.*)$/m.exec(started.stdout())?.[1] ?? '' }
}
