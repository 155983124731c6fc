import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cleanup, registerUndo } from './cleanup.ts'

/** A new empty folder under the system's temporary one, removed when the test ends; owned by `uid` if given. */
export function createFolder(cleanup: Cleanup, { uid }: { uid?: number } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'vedette-test-'))
  if (uid !== undefined) chownSync(folder, uid, uid)
  registerUndo(cleanup, () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
