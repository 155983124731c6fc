import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Cleanup, createFolder } from '@vedette/test/kit'
import { ROOT } from '../kit/root.ts'
import { listPaths } from './repository.ts'

/** A copy of the repository's files with a Git of its own; its packages are the copy's, all others ours. */
export type TreeCopy = Readonly<{
  read(path: string): string
  write(path: string, text: string): void
  /** Replaces text that must be there; throws when it is not. */
  replace(path: string, from: string, to: string): void
  copyFolder(from: string, to: string): void
  /** Runs the project's Node in the copy. */
  node(...args: string[]): Readonly<{ code: number | null; output: string }>
  /** Writes the generated files; gives their paths. Throws when that fails. */
  generate(): ReadonlySet<string>
  /** Takes everything as it is now for what `changed` compares with. */
  settle(): void
  /** The paths of all files that differ from what was copied or settled, sorted. */
  changed(): readonly string[]
}>

/** Copies every file that belongs to the repository into a temporary folder. */
export function copyTree(cleanup: Cleanup): TreeCopy {
  const folder = createFolder(cleanup)
  for (const path of listPaths()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path))
  }
  linkPackages(folder)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
  const settle = () => {
    git('add', '-A')
    git('commit', '-q', '--allow-empty', '-m', 'settled')
  }
  const node = (...args: string[]) => {
    // A test run inside a test is refused by Node unless the inner one does not know of the outer.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined }
    const options = { cwd: folder, env, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
    return { code: status, output: stdout + stderr }
  }
  git('init', '-q')
  settle()
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return Object.freeze({
    read,
    write,
    replace(path: string, from: string, to: string) {
      const text = read(path)
      if (!text.includes(from)) throw new RangeError(`${path} does not hold "${from}"`)
      write(
        path,
        text.replace(from, () => to),
      )
    },
    copyFolder: (from: string, to: string) =>
      cpSync(join(folder, from), join(folder, to), { recursive: true }),
    node,
    generate() {
      const { code, output } = node('test/kit/generate/main.ts')
      if (code !== 0) throw new Error(output)
      return new Set(output.split('\n').filter(Boolean))
    },
    settle,
    changed: () =>
      git('status', '--porcelain', '-uall', '-z')
        .split('\0')
        .filter(Boolean)
        .map((line) => line.slice(3))
        .sort(),
  })
}

// Installed packages are linked; those of the workspace are links from the root of the copy, as npm makes them.
function linkPackages(folder: string): void {
  const from = join(ROOT, 'node_modules')
  const to = join(folder, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from)) if (name !== '@vedette') symlinkSync(join(from, name), join(to, name))
  cpSync(join(from, '@vedette'), join(to, '@vedette'), { recursive: true, verbatimSymlinks: true })
}
