import { resolveSpecifier } from './import-rules.ts'
import { isTestFile, type RepositoryFile } from './repository.ts'
import { findImports } from './scan.ts'

/** The rooms of proto (`proto/src/<room>`) that import each other in a circle, sorted; none is right. */
export function findRoomCycles(files: readonly RepositoryFile[]): string[] {
  const edges = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const from = toRoom(path)
    if (from === undefined || isTestFile(path)) continue
    for (const { specifier } of findImports(text)) {
      const to = toRoom(resolveSpecifier(path, specifier))
      if (to !== undefined && to !== from) edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  const isReachable = (from: string, to: string, seen: Set<string>): boolean => {
    for (const next of edges.get(from) ?? []) {
      if (next === to) return true
      if (!seen.has(next) && isReachable(next, to, seen.add(next))) return true
    }
    return false
  }
  return [...edges.keys()].filter((room) => isReachable(room, room, new Set())).sort()
}

function toRoom(path: string): string | undefined {
  return /^proto\/src\/([\w-]+)\//.exec(path)?.[1]
}
