import { createReadStream } from 'node:fs'
import { SourceError } from '@vedette/proto/connector'
import { errnoOf, toHostError } from './errors.ts'

const MAX_BYTES = 8 * 1024 * 1024

// Reads one text file whole, 8 MiB at the most. Throws SourceError: `forbidden` names the file as the host does.
export async function readText(root: string, path: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of createReadStream(toPath(root, path)) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > MAX_BYTES) throw new SourceError('unusable', { why: 'too_large' })
      chunks.push(chunk)
    }
  } catch (error) {
    throw toHostError(error, `read ${path}`)
  }
  return Buffer.concat(chunks).toString()
}

// The same, or null where the machine has no such file; every other failure still throws.
export async function readOptional(root: string, path: string): Promise<string | null> {
  try {
    return await readText(root, path)
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

// The same for a detail that may be refused without harm to the answer: null for any failure.
export async function readDetail(root: string, path: string): Promise<string | null> {
  return readText(root, path).catch(() => null)
}

// Tells whether an error says that there is no such thing, rather than that it could not be seen.
export function isAbsent(error: unknown): boolean {
  const errno = error instanceof SourceError ? error.carried.errno : errnoOf(error)
  return errno === 'ENOENT' || errno === 'ENOTDIR' || errno === 'ESRCH'
}

// A path of the host to where it is reached from here.
export function toPath(root: string, path: string): string {
  return root === '/' ? path : `${root}${path}`
}
