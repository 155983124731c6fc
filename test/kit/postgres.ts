import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Cleanup } from './cleanup.ts'
import { createFolder } from './folder.ts'
import { getFreePort } from './ports.ts'
import { type StartedProcess, startProcess } from './process.ts'
import { findProgram, findTool } from './programs.ts'

/**
 * Settings for the server, such as `shared_preload_libraries`, each passed as `-c name=value`, and the server whose
 * standby it becomes.
 */
export type PostgresOptions = {
  readonly settings?: Readonly<Record<string, string>>
  readonly standbyOf?: { readonly port: number; readonly name: string }
}

/** A real PostgreSQL; `url` names the superuser `postgres` without a password, over loopback. */
export type StartedPostgres = StartedProcess & {
  readonly url: string
  readonly port: number
  readonly socketFolder: string
}

/** Makes a new cluster in a temporary folder and starts it on loopback and on a Unix socket; it syncs nothing. */
export async function startPostgres(
  cleanup: Cleanup,
  options: PostgresOptions = {},
): Promise<StartedPostgres> {
  const user = findServerUser()
  const folder = createFolder(cleanup, user === undefined ? {} : { uid: user })
  const bin = dirname(findProgram('postgresql'))
  const data = join(folder, 'data')
  const filled = await startProcess(cleanup, {
    name: 'initdb',
    ...asUser(user, toFill(bin, data, options.standbyOf)),
    cwd: folder,
  })
  const { code } = await filled.exited
  if (code !== 0) throw new Error(`the data folder could not be made (${code}):\n${filled.output()}`)
  const port = await getFreePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const started = await startProcess(cleanup, {
    name: 'postgres',
    ...asUser(user, [join(bin, 'postgres'), '-D', data, '-p', String(port), ...flags]),
    cwd: folder,
    ready: { output: /database system is ready to accept (?:read-only )?connections/ },
    readyMs: 30_000,
    // Fast shutdown: open sessions are ended instead of waited for.
    stopSignal: 'SIGINT',
  })
  return { ...started, port, socketFolder: folder, url: `postgres://postgres@127.0.0.1:${port}/postgres` }
}

// The command that fills the data folder: a new cluster, or a copy that follows another server.
function toFill(bin: string, data: string, standbyOf: PostgresOptions['standbyOf']): string[] {
  if (standbyOf === undefined) {
    const init = [join(bin, 'initdb'), '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
    return [...init, '--locale=C.UTF-8', '--no-instructions']
  }
  const source = `host=127.0.0.1 port=${standbyOf.port} user=postgres application_name=${standbyOf.name}`
  return [join(bin, 'pg_basebackup'), '-D', data, '-d', source, '-R', '-c', 'fast', '--no-sync']
}

// PostgreSQL refuses to run as root: then it runs as `postgres`, else as `nobody`.
function findServerUser(): number | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = ['postgres', 'nobody'].map((name) => users.find(([user]) => user === name)?.[2])
  return Number(found.find((uid) => uid !== undefined) ?? 65_534)
}

function asUser(uid: number | undefined, command: readonly string[]): { file: string; args: string[] } {
  const [file = '', ...args] = command
  if (uid === undefined) return { file, args }
  const setpriv = findTool('setpriv')
  if (setpriv === undefined)
    throw new Error('setpriv (of util-linux) is needed to run PostgreSQL as another user')
  return { file: setpriv, args: [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', file, ...args] }
}
