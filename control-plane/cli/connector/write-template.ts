import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../cli-error.ts'

const TEMPLATE = join(import.meta.dirname, 'template')
const CONTRACT = join(import.meta.dirname, '..', '..', '..', 'proto', 'connector', 'v1', 'connector.proto')
const FILES = Object.freeze(['package.json', 'server.ts', 'README.md', 'Dockerfile'])
const NAME = /^[a-z][a-z0-9-]{0,62}$/

// Writes a connector of its own process into a new folder and resolves to the names of its files. Throws CliError when
// the name cannot be an id or the folder is there already: nothing is overwritten.
export function writeTemplate(name: string, folder: string): readonly string[] {
  if (!NAME.test(name))
    throw new CliError('usage', 'the name must be lower case letters, digits and dashes', 'it becomes the id')
  if (existsSync(folder))
    throw new CliError('usage', `${folder} is there already`, 'name another folder with --folder')
  if (!existsSync(TEMPLATE) || !existsSync(CONTRACT))
    throw new CliError('failure', 'the template is not part of this installation', 'run it from the sources')
  mkdirSync(folder, { recursive: true })
  for (const file of FILES)
    writeFileSync(
      join(folder, file),
      readFileSync(join(TEMPLATE, file), 'utf8').replaceAll('my-connector', name),
    )
  writeFileSync(join(folder, 'connector.proto'), readFileSync(CONTRACT))
  return [...FILES, 'connector.proto']
}
