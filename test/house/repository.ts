import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../kit/root.ts'

/** A file of the repository: its path from the root with forward slashes, and its text. */
export type RepositoryFile = { readonly path: string; readonly text: string }

const BINARY = /\.(png|jpg|jpeg|gif|ico|woff2?|zip|gz|pb|wasm|db|sqlite)$/
const CODE = /\.(ts|tsx|mts|mjs|js)$/
const UNTRACKED = new Set(['.git', 'node_modules', 'dist', 'coverage', '.vedette'])

/** The paths of all files that belong to the repository, sorted: what Git knows or would add. */
export function listPaths(): string[] {
  const paths = existsSync(join(ROOT, '.git')) ? listByGit() : listByWalk()
  return paths.filter((path) => existsSync(join(ROOT, path))).sort()
}

/** All text files of the repository. */
export function readTextFiles(): RepositoryFile[] {
  return listPaths()
    .filter((path) => !BINARY.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))
}

/** All source files: TypeScript and JavaScript, without fixtures and test data. */
export function readCodeFiles(): RepositoryFile[] {
  return readTextFiles().filter(({ path }) => CODE.test(path) && !/\/(fixtures|testdata)\//.test(path))
}

/** True for a file that only tests load: `x.test.ts`, or one in a folder called `testing`. */
export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.split('/').includes('testing')
}

function listByGit(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return [...new Set(output.split('\0').filter(Boolean))]
}

// A source archive has no Git: then everything counts that is not installed or built.
function listByWalk(): string[] {
  const isOutside = (path: string) => path.split('/').some((part) => UNTRACKED.has(part))
  const found = globSync(['**/*', '.*', '.ci/*'], { cwd: ROOT, exclude: isOutside })
  return found.filter((path) => !isOutside(path) && statSync(join(ROOT, path)).isFile())
}
