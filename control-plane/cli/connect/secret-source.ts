import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CliError } from '../cli-error.ts'

// Where a secret is read from, as it stands in a configuration.
export type SecretSource = Readonly<{ env: string }> | Readonly<{ file: string }>

// What a person writes of a secret: `env:NAME`, `file:PATH`, or the path of a file that exists. Throws CliError, which
// never repeats what was written: it may be the secret itself.
export function parseSecretSource(text: string, option: string, home: string): SecretSource {
  const at = text.indexOf(':')
  const [from, rest] = [text.slice(0, at), text.slice(at + 1)]
  if (from === 'env' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(rest)) return { env: rest }
  if (from === 'file' && rest !== '') return { file: toFullPath(rest, home) }
  const path = toFullPath(text, home)
  if (/[/\\]/.test(text) && existsSync(path)) return { file: path }
  throw new CliError(
    'usage',
    `${option} does not say where the secret is read from`,
    'a secret is never given as a value: write env:NAME or file:PATH (or the path of a file that exists)',
  )
}

// A path as the agent needs it, which runs in another folder: whole, `~` included.
export function toFullPath(path: string, home: string): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(path)
}
