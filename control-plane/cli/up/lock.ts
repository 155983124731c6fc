import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { CliError } from '../cli-error.ts'
import { type DataDir, readText, writePrivate } from './data-dir.ts'

// Holds a data directory for one process. The lock is the operating system's own, taken by an exclusive SQLite
// transaction: it ends with the process however that dies, so it can be neither stale nor stolen. Throws CliError
// that names the pid of the holder.
export function lockDataDir(dir: DataDir): Readonly<{ release(): void }> {
  closeSync(openSync(dir.lock, 'a', 0o600))
  const db = new DatabaseSync(dir.lock, { timeout: 0 })
  try {
    db.exec('begin exclusive')
  } catch {
    db.close()
    const holder = readText(dir.holder)?.trim()
    throw new CliError(
      'failure',
      `${dir.root} is in use by the process ${holder || '(just starting)'}`,
      'stop that one first, or choose another folder with --data-dir',
    )
  }
  writePrivate(dir.holder, `${process.pid}\n`)
  return { release: () => db.close() }
}
