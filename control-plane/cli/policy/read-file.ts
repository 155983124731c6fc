import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { CliError } from '../cli-error.ts'

export type PolicyFile = Readonly<{ rules: unknown; assertions: unknown }>

// Rules and assertions of a YAML or JSON file; a list alone is its rules. Throws CliError `usage`.
export async function readPolicyFile(path: string): Promise<PolicyFile> {
  const value = parseText(await readText(path), path)
  if (Array.isArray(value)) return { rules: value, assertions: [] }
  if (typeof value !== 'object' || value === null || !('rules' in value)) throw toShapeError(path)
  const { rules, assertions = [], ...rest } = value as Readonly<Record<string, unknown>> // an object by the check above
  const [unknown] = Object.keys(rest)
  if (unknown === undefined) return { rules, assertions }
  throw new CliError(
    'usage',
    `${path}: unknown key "${unknown.slice(0, 40)}"`,
    'only rules and assertions are read',
  )
}

// The denylist of an agent's values, of a policy file, or a list alone. Throws CliError `usage`.
export async function readDenylist(path: string): Promise<unknown> {
  const value = parseText(await readText(path), path)
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) throw toShapeError(path)
  if ('deny' in value) return value.deny
  if ('rules' in value) return value.rules
  // An agent without a list of its own denies nothing; any other file is a mistake.
  if ('connectors' in value) return []
  throw new CliError('usage', `${path} holds no denylist`, 'give the values of an agent (`deny:`), or a list')
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new CliError('usage', `${path} cannot be read`, 'check the path and its mode')
  })
}

function parseText(text: string, path: string): unknown {
  try {
    return parse(text)
  } catch {
    throw toShapeError(path)
  }
}

function toShapeError(path: string): CliError {
  return new CliError(
    'usage',
    `${path} is no policy`,
    'write `rules:` as a list, and `assertions:` if you want some',
  )
}
