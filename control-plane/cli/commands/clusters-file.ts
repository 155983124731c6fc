import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { CliError } from '../cli-error.ts'

type Entry = Readonly<Record<string, unknown>>

// The clusters of a YAML file: `{ clusters: [...] }`. `jwks_file` and `ca_file` are read, beside the file itself, and
// sent as `jwks` and `ca`. Throws CliError naming the file; the server checks the rest.
export function readClusters(file: string): readonly unknown[] {
  const value = parseYaml(file, read(file))
  if (!isEntry(value) || !Array.isArray(value['clusters']) || Object.keys(value).length !== 1)
    throw new CliError(
      'usage',
      `${file} is not a list of clusters`,
      'begin it with `clusters:` and list them below',
    )
  return value['clusters'].map((one: unknown) =>
    isEntry(one) ? withFiles(one, dirname(resolve(file))) : one,
  )
}

function withFiles({ jwks_file, ca_file, ...rest }: Entry, folder: string): Entry {
  const text = (path: unknown) => read(resolve(folder, String(path)))
  return {
    ...rest,
    ...(jwks_file === undefined ? {} : { jwks: parseYaml(String(jwks_file), text(jwks_file)) }),
    ...(ca_file === undefined ? {} : { ca: text(ca_file) }),
  }
}

// JSON is YAML too. What it says wrong is not repeated: the file may hold more than it should.
function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 })
  } catch {
    throw new CliError('usage', `${file} is neither YAML nor JSON`, 'check its indentation')
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new CliError('usage', `${path} cannot be read`, 'check the path and its mode')
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
