import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findExecutable, isExecutable, runForeground } from '../../control-plane/cli/bootstrap/command.mjs'
import { SetupError, say } from '../../control-plane/cli/bootstrap/log.mjs'

const VERSION = '5.2.5'

/**
 * The path of a moto_server: the one installed before, kept outside the repository, else one installed now from PyPI.
 * Undefined where the machine has no Python. Throws SetupError when it cannot be installed.
 */
export async function ensureMoto(env = process.env) {
  const root = join(env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache'), 'vedette-test')
  const folder = join(root, `moto-${VERSION}`)
  const server = join(folder, 'bin', 'moto_server')
  if (isExecutable(server) && isExecutable(join(folder, 'ready'))) return server
  const python = findExecutable('python3')
  if (python === undefined) return undefined
  say(`installing moto ${VERSION} into ${folder} (once)`)
  mkdirSync(root, { recursive: true })
  rmSync(folder, { recursive: true, force: true })
  const made = await runForeground({ file: python, args: ['-m', 'venv', folder], env })
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `moto[server]==${VERSION}`]
  const code =
    made === 0 ? await runForeground({ file: join(folder, 'bin', 'python'), args: pip, env }) : made
  if (code !== 0) throw new SetupError(`moto could not be installed (it ended with ${code})`)
  // Written last, so that an installation that was broken off is not taken for one.
  writeFileSync(join(folder, 'ready.part'), '', { mode: 0o755 })
  renameSync(join(folder, 'ready.part'), join(folder, 'ready'))
  return server
}
