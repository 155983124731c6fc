import { access, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type SecretRef, SourceError } from '@vedette/proto/connector'
import type { HealthReason } from '@vedette/proto/health'

const SECRET_BYTES = 64 * 1024

// The value of a secret now, without the line end of its file. Throws SourceError `unauthorized` when it is not there.
export async function readSecret(ref: SecretRef, credential: string): Promise<string> {
  const value = 'env' in ref ? process.env[ref.env] : await readFileText(ref.file)
  if (value === undefined || value === '')
    throw new SourceError('unauthorized', { credential, why: 'secret_missing' })
  return value
}

// Why a secret cannot be read now, or null when it can: no variable or folder, or a folder without the file.
export async function findMissing(ref: SecretRef): Promise<Exclude<HealthReason, 'not_requested'> | null> {
  if ('env' in ref) return process.env[ref.env] ? null : 'secret_missing'
  const text = await readFileText(ref.file)
  if (text !== undefined && text !== '') return null
  return (await canAccess(dirname(ref.file))) ? 'secret_key_missing' : 'secret_missing'
}

async function readFileText(path: string): Promise<string | undefined> {
  try {
    const text = await readFile(path, 'utf8')
    return text.length > SECRET_BYTES ? undefined : text.replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}

async function canAccess(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
