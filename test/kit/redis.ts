import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { type StartedProcess, startProcess } from './process.ts'
import { findProgram } from './programs.ts'

/** Further settings, each passed as `--name value`, and a port to reuse. */
export type RedisOptions = { readonly settings?: Readonly<Record<string, string>>; readonly port?: number }

/** A real Redis on loopback; `cli` runs redis-cli against it as the default user and gives what it printed. */
export type StartedRedis = StartedProcess & {
  readonly port: number
  readonly cli: (...args: readonly string[]) => Promise<string>
}

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis(cleanup: Cleanup, options: RedisOptions = {}): Promise<StartedRedis> {
  const folder = createFolder(cleanup)
  const port = options.port ?? (await getFreePort())
  const settings = { bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', ...options.settings }
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  const program = findProgram('redis-server')
  const started = await startProcess(cleanup, {
    name: 'redis-server',
    file: program,
    args: ['--port', String(port), ...flags],
    cwd: folder,
    ready: { output: /Ready to accept connections/ },
  })
  async function cli(...args: readonly string[]): Promise<string> {
    const run = await startProcess(cleanup, {
      name: 'redis-cli',
      file: join(program, '..', 'redis-cli'),
      args: ['-p', String(port), ...args],
    })
    await run.exited
    return run.output().trim()
  }
  return { ...started, port, cli }
}
