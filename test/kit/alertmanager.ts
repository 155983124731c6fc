import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { startProcess } from './process.ts'
import { findProgram } from './programs.ts'
import type { StartedHttp } from './prometheus.ts'

/** Alertmanager's own configuration (without one, a single receiver that tells nobody) and a port to reuse. */
export type AlertmanagerOptions = { readonly port?: number; readonly config?: unknown }

const SILENT = { route: { receiver: 'nobody' }, receivers: [{ name: 'nobody' }] }

/** Starts a real Alertmanager on loopback, outside any cluster. */
export async function startAlertmanager(
  cleanup: Cleanup,
  options: AlertmanagerOptions = {},
): Promise<StartedHttp> {
  const folder = createFolder(cleanup)
  const port = options.port ?? (await getFreePort())
  const url = `http://127.0.0.1:${port}`
  writeFileSync(join(folder, 'alertmanager.json'), JSON.stringify(options.config ?? SILENT))
  const started = await startProcess(cleanup, {
    name: 'alertmanager',
    file: findProgram('prometheus-alertmanager'),
    args: [
      `--config.file=${join(folder, 'alertmanager.json')}`,
      `--storage.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    cwd: folder,
    ready: { url: `${url}/-/ready` },
  })
  return { ...started, url, port }
}
