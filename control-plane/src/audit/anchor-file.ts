import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AuditHead } from '../store/types.ts'

// Where the heads are kept beside the store: who can rewrite the database cannot rewrite this file with it.
export function anchorFile(dataDir: string): string {
  return join(dataDir, 'audit-anchors.jsonl')
}

// Appends signed heads to the file, one JSON line each, readable by its owner only; on the disk once it resolves.
export function createAnchorFile(path: string): (heads: readonly AuditHead[]) => Promise<void> {
  return async (heads) => {
    const file = await open(path, 'a', 0o600)
    try {
      await file.appendFile(heads.map((head) => `${JSON.stringify(head)}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  }
}

// The last whole line of each chain, and how many lines are none; a file that is not there has no lines.
export async function readAnchors(
  path: string,
): Promise<Readonly<{ heads: readonly AuditHead[]; unreadable: number }>> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter((line) => line !== '')
  const heads = lines.map(toHead)
  const last = new Map<string, AuditHead>()
  for (const head of heads) {
    if (head === null) continue
    const key = `${head.organisation} ${head.writer}`
    const known = last.get(key)
    if (known === undefined || known.seq <= head.seq) last.set(key, head)
  }
  return { heads: [...last.values()], unreadable: heads.filter((head) => head === null).length }
}

function toHead(line: string): AuditHead | null {
  try {
    const { organisation, writer, seq, hash, at, signature } = JSON.parse(line)
    const texts = [organisation, writer, hash, signature]
    if (!texts.every((text) => typeof text === 'string')) return null
    if (!Number.isSafeInteger(seq) || !Number.isSafeInteger(at)) return null
    return { organisation, writer, seq, hash, at, signature }
  } catch {
    return null
  }
}
