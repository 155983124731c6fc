import { join } from 'node:path'
import { type Cleanup, ROOT, type StartedProcess, startProcess } from '@vedette/test/kit'

/** Arguments of Node for every process that runs from source. */
export const NODE_ARGS = ['--disable-warning=ExperimentalWarning'] as const

/** The entry points of the product. */
export const ENTRIES = {
  agent: join(ROOT, 'agent', 'src', 'main', 'start.ts'),
  controlPlane: join(ROOT, 'control-plane', 'src', 'main', 'start.ts'),
} as const

/** The bench's own processes, by the names of their files. */
export type BaselineName = 'nats-echo' | 'http-json' | 'flood' | 'ingest' | 'light-agents'

/** Starts one of the bench's own processes and waits for its line `ready ...`; what follows is its address. */
export async function startBaseline(
  cleanup: Cleanup,
  name: BaselineName,
  args: readonly string[] = [],
  readyMs = 15_000,
): Promise<StartedProcess & { readonly address: string }> {
  const file = join(import.meta.dirname, '..', 'processes', `${name}.ts`)
  const started = await startProcess(cleanup, {
    name,
    file: process.execPath,
    args: [...NODE_ARGS, file, ...args],
    ready: { output: /^ready .*$/m },
    readyMs,
  })
  return { ...started, address: /^ready (.*)$/m.exec(started.stdout())?.[1] ?? '' }
}
