import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { runForeground } from './command.mjs'
import { ROOT } from './install.mjs'
import { SetupError } from './log.mjs'

const MAJOR = 24

/** The path of a Node that runs this code: the locked one, else the running one when it is new enough. */
export function findNode(root = ROOT) {
  const locked = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(locked) && readMajor(locked) >= MAJOR) return locked
  if (Number.parseInt(process.versions.node, 10) >= MAJOR) return process.execPath
  throw new SetupError(
    `Node ${MAJOR} is needed and no locked build runs on ${process.platform} ${process.arch} ` +
      `(this is ${process.version}). Install Node ${MAJOR} from https://nodejs.org and run the same command again.`,
  )
}

/**
 * Runs one of the repository's files under Node 24 in the foreground and resolves to its exit code. The locked
 * tools, and the folders of `programs` (full paths), stand first on its PATH.
 */
export function launch({ entry, args, programs = [], root = ROOT }) {
  const file = join(root, entry)
  if (!existsSync(file)) throw new SetupError(`${entry} is not part of this version`)
  const bin = join(root, 'node_modules', '.bin')
  const path = [bin, process.env.PATH, ...programs.map(dirname)].filter(Boolean).join(delimiter)
  return runForeground({
    file: findNode(root),
    args: ['--disable-warning=ExperimentalWarning', file, ...args],
    env: { ...process.env, PATH: path },
  })
}

function readMajor(file) {
  const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return Number.parseInt((stdout ?? '').replace('v', ''), 10) || 0
}
