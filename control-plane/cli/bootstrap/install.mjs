import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runQuietly } from './command.mjs'
import { say } from './log.mjs'

/** The repository's root folder. */
export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..')

/**
 * Installs the locked dependencies when node_modules does not hold exactly what package-lock.json says.
 * Does nothing, and says nothing, when it does.
 */
export async function ensureInstalled(root = ROOT) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const marker = join(root, 'node_modules', '.vedette-installed')
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${lockText}`).digest('hex')
  if (readText(marker) === hash) return
  const installedText = readText(join(root, 'node_modules', '.package-lock.json'))
  if (installedText === undefined || !isInstalled(JSON.parse(lockText), JSON.parse(installedText), root)) {
    say('installing the locked dependencies with npm (Node 24 among them) ...')
    await runNpm(root, ['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--loglevel=error'])
    say('dependencies installed')
  }
  linkNode(root)
  writeFileSync(marker, hash)
}

// npm before version 11 leaves this one link out; everything that says `node` must find the locked one.
function linkNode(root) {
  const link = join(root, 'node_modules', '.bin', 'node')
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`]
  const found = names.find((name) => existsSync(join(root, 'node_modules', name, 'bin', 'node')))
  if (found === undefined || existsSync(link)) return
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(join('..', found, 'bin', 'node'), link)
}

/** True when each package of the lock stands installed in the same version; optional ones may be left out. */
export function isInstalled(lock, installed, root) {
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || !path.includes('node_modules/')) return true
    if (wanted.link) return existsSync(join(root, path))
    const found = installed.packages[path]
    if (found === undefined) return wanted.optional === true && !isBuiltForHere(wanted)
    return found.version === wanted.version && found.integrity === wanted.integrity
  })
}

// Optional packages without an os or cpu only serve others that are left out here, such as WebAssembly builds.
function isBuiltForHere({ os, cpu, libc }) {
  const here = os?.includes(process.platform) === true && cpu?.includes(process.arch) !== false
  return here && libc === undefined
}

// Started by npm we use that same npm; else the one on PATH.
function runNpm(root, args) {
  const cli = process.env.npm_execpath
  const viaNode = cli !== undefined && /npm-cli\.c?js$/.test(cli) && existsSync(cli)
  const [file, before] = viaNode ? [process.execPath, [cli]] : ['npm', []]
  return runQuietly({ label: 'installing dependencies', file, args: [...before, ...args], cwd: root })
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
