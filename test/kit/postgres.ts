import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'
const READY_TRIES = 200
const RETRY_MS = 50

export type RunningPostgres = Readonly<{ url: string; stop(): Promise<void> }>

// A PostgreSQL of its own on a free loopback port, with an empty database `vedette`. It refuses to run as root, so
// root starts it as the user `postgres` or `nobody`. Throws when it is not installed or does not get ready.
export async function startPostgres(): Promise<RunningPostgres> {
  const bin = findBin()
  const user = await findUser()
  const base = mkdtempSync(join(tmpdir(), 'vedette-postgres-'))
  if (user.uid !== undefined && user.gid !== undefined) chownSync(base, user.uid, user.gid)
  const data = join(base, 'data')
  const remove = () => rmSync(base, { recursive: true, force: true })
  const settings = { ...user, cwd: base }
  try {
    const init = ['-D', data, '-U', 'vedette', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C']
    await run(join(bin, 'initdb'), init, settings)
    const port = await findFreePort()
    const flags = ['-h', '127.0.0.1', '-p', String(port), '-k', '', '-c', 'fsync=off']
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...flags], { ...settings, stdio: 'ignore' })
    const ended = once(server, 'exit')
    const stop = async () => {
      server.kill('SIGQUIT')
      await ended
      remove()
    }
    const createdb = ['-h', '127.0.0.1', '-p', String(port), '-U', 'vedette', 'vedette']
    for (let tries = 0; ; tries++) {
      if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}`)
      const isReady = await run(join(bin, 'createdb'), createdb, settings).then(
        () => true,
        () => false,
      )
      if (isReady) return { url: `postgres://vedette@127.0.0.1:${port}/vedette`, stop }
      if (tries === READY_TRIES) {
        await stop()
        throw new Error('postgres did not get ready')
      }
      await wait(RETRY_MS)
    }
  } catch (error) {
    remove()
    throw error
  }
}

function findBin(): string {
  const versions = listFolder(DEBIAN)
    .filter((name) => /^\d+$/.test(name))
    .sort((a, b) => Number(b) - Number(a))
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), '/usr/local/bin', '/usr/bin']
  const found = folders.find((folder) => isExecutable(join(folder, 'postgres')))
  if (found === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  return found
}

async function findUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name]))).catch(() => null)
    const [uid, gid] = ids?.map((id) => Number(id.stdout)) ?? []
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody')
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
