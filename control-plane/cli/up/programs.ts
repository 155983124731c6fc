import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

// Debian keeps servers in sbin, which an ordinary user's PATH lacks.
const EXTRA = ['/usr/local/bin', '/usr/local/sbin', '/usr/sbin', '/usr/bin', '/opt/homebrew/bin']

// The full path of a program on PATH or in the usual system folders, or null.
export function findProgram(name: string, path: string): string | null {
  const candidates = [...path.split(delimiter).filter(Boolean), ...EXTRA].map((folder) => join(folder, name))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
