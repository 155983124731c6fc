import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runQuietly } from './command.mjs'
import { ROOT } from './install.mjs'
import { findNode } from './launch.mjs'
import { say } from './log.mjs'

const SOURCES = ['src', 'index.html', 'package.json', 'tsconfig.json', 'vite.config.ts']

/**
 * Builds the pages into control-plane/web/dist when what is there was not built from the sources as they are. Does
 * nothing, and says nothing, when it was. Two that build at once each put a whole build in place. Throws SetupError
 * with the output of the build when it fails.
 */
export async function ensurePages(root = ROOT) {
  const web = join(root, 'control-plane', 'web')
  const dist = join(web, 'dist')
  const digest = toDigest(root, web)
  if (readText(join(dist, '.digest')) === digest) return
  say('building the pages ...')
  const out = join(root, 'node_modules', `.vedette-pages-${process.pid}`)
  try {
    await runQuietly({
      label: 'building the pages',
      file: findNode(root),
      args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
      cwd: web,
      env: { ...process.env, VEDETTE_PAGES_OUT: out },
    })
    for (const file of listFiles(join(out, 'assets')))
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)))
    writeFileSync(join(out, '.digest'), digest)
    replaceFolder(out, dist)
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

// The old folder steps aside first: a rename over one that is not empty is refused.
function replaceFolder(from, to) {
  const old = `${from}-old`
  mkdirSync(to, { recursive: true })
  renameSync(to, old)
  renameSync(from, to)
  rmSync(old, { recursive: true, force: true })
}

function toDigest(root, web) {
  const hash = createHash('sha256')
  const files = [join(root, 'package-lock.json'), ...SOURCES.flatMap((name) => listFiles(join(web, name)))]
  for (const file of files.sort()) hash.update(`${relative(root, file)}\n`).update(readFileSync(file))
  return hash.digest('hex')
}

function listFiles(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path).flatMap((name) => listFiles(join(path, name)))
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
