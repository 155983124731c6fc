import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { type StartedProcess, startProcess } from './process.ts'
import { findProgram } from './programs.ts'

/** A port to reuse after a restart, and the text of a configuration file; addresses and folders are set here. */
export type NatsOptions = {
  readonly port?: number
  readonly config?: string
  readonly args?: readonly string[]
}

/** A real nats-server on loopback; `monitorUrl` serves its own view of itself, such as /connz. */
export type StartedNats = StartedProcess & {
  readonly url: string
  readonly port: number
  readonly monitorUrl: string
}

/** Starts a nats-server on 127.0.0.1. To restart one, stop it and start another on the same port. */
export async function startNatsServer(cleanup: Cleanup, options: NatsOptions = {}): Promise<StartedNats> {
  const folder = createFolder(cleanup)
  const port = options.port ?? (await getFreePort())
  const monitor = await getFreePort()
  const args = ['-a', '127.0.0.1', '-p', String(port), '-m', String(monitor), '-sd', join(folder, 'data')]
  if (options.config !== undefined) {
    writeFileSync(join(folder, 'nats.conf'), options.config)
    args.push('-c', join(folder, 'nats.conf'))
  }
  const started = await startProcess(cleanup, {
    name: 'nats-server',
    file: findProgram('nats-server'),
    args: [...args, ...(options.args ?? [])],
    cwd: folder,
    ready: { output: /Server is ready/ },
  })
  return { ...started, port, url: `nats://127.0.0.1:${port}`, monitorUrl: `http://127.0.0.1:${monitor}` }
}
