import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { cleanText } from '../answers/index.ts'

// Bounds of one organisation's folder; past any of them nothing of it is told.
export const RUNBOOK_FILES = 500
export const RUNBOOK_BYTES = 262_144
export const RUNBOOK_TOTAL_BYTES = 16 * 1024 * 1024
const DEPTH = 6

export type Runbook = Readonly<{
  // Path below the folder, without `.md`: `payments/checkout`.
  name: string
  // Its first heading, or the name.
  title: string
  text: string
  // Epoch milliseconds of the file's last change.
  updated_at: number
}>

// Why an organisation's runbooks cannot be told.
export type RunbooksErrorCode = 'not_configured' | 'unreadable' | 'too_large'

export class RunbooksError extends Error {
  override readonly name = 'RunbooksError'
  readonly code: RunbooksErrorCode

  constructor(code: RunbooksErrorCode) {
    super(code)
    this.code = code
  }
}

export type Runbooks = Readonly<{
  has(organisation: string): boolean
  // Every runbook of an organisation by name, all of them or none. Throws RunbooksError.
  list(organisation: string): Promise<readonly Runbook[]>
}>

// Runbooks that organisations mounted, a folder each, read anew at every question. A name is only ever compared with
// what the folder holds: none becomes a path.
export function createRunbooks(folders: Readonly<Record<string, string>>): Runbooks {
  const byName = new Map(Object.entries(folders))
  return Object.freeze({
    has: (organisation: string) => byName.has(organisation),
    async list(organisation: string) {
      const folder = byName.get(organisation)
      if (folder === undefined) throw new RunbooksError('not_configured')
      try {
        return await readAll(await realpath(folder))
      } catch (error) {
        throw error instanceof RunbooksError ? error : new RunbooksError('unreadable')
      }
    },
  })
}

async function readAll(root: string): Promise<readonly Runbook[]> {
  const paths = await findFiles(root, root, 0)
  const found: Runbook[] = []
  let total = 0
  for (const path of paths.sort()) {
    const file = await realpath(path)
    // A mounted ConfigMap is made of links; one that leads out of the folder is not a runbook.
    if (!file.startsWith(root + sep)) continue
    const { size, mtimeMs } = await stat(file)
    total += size
    if (size > RUNBOOK_BYTES || total > RUNBOOK_TOTAL_BYTES) throw new RunbooksError('too_large')
    const text = cleanText((await readFile(file, 'utf8')).replaceAll('\r\n', '\n'))
    const name = relative(root, path).slice(0, -'.md'.length).split(sep).join('/')
    const title = /^#\s+(.+)$/m.exec(text)?.[1]?.trim().slice(0, 200) ?? name
    found.push({ name, title, text, updated_at: Math.floor(mtimeMs) })
  }
  return found
}

async function findFiles(root: string, folder: string, depth: number): Promise<string[]> {
  if (depth > DEPTH) throw new RunbooksError('too_large')
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await findFiles(root, path, depth + 1)))
    else if (entry.name.endsWith('.md') && (entry.isFile() || entry.isSymbolicLink())) found.push(path)
    if (found.length > RUNBOOK_FILES) throw new RunbooksError('too_large')
  }
  return found
}
