import { nearest } from '@vedette/proto/scope'
import { CliError } from '../cli-error.ts'
import { parseSecretSource, toFullPath } from './secret-source.ts'
import { isPath, type Setting } from './settings.ts'

// One setting as it was given: its text and the option that gave it.
export type Given = Readonly<{ setting: Setting; text: string; option: string }>

type Path = Setting['path']
type Tree = { [key: string]: unknown }

// The configuration that was given, setting by setting; a list that is given again grows. Throws CliError `usage`
// without repeating a value.
export function buildConfig(given: readonly Given[], home: string): Readonly<Record<string, unknown>> {
  const config: Tree = {}
  for (const one of given) {
    const value = toValue(one, home)
    const before = one.setting.kind === 'list' ? getAt(config, one.setting.path) : undefined
    setAt(
      config,
      one.setting.path,
      Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value,
    )
  }
  return config
}

// `--set name=value` and `--secret name=source` as the setting that they give: a name of the list, a group of them as
// JSON, or a member of one that takes any. Throws CliError `usage` with the nearest names.
export function parsePair(pair: string, option: '--set' | '--secret', settings: readonly Setting[]): Given {
  const at = pair.indexOf('=')
  if (at < 1) throw new CliError('usage', `${option} takes name=${option === '--set' ? 'value' : 'env:NAME'}`)
  const name = pair.slice(0, at)
  const setting = findSetting(name, settings)
  if (setting === null || (option === '--secret' && setting.kind !== 'secret')) {
    const known = settings
      .filter(({ kind }) => option === '--set' || kind === 'secret')
      .map((one) => one.name)
    const what = option === '--set' ? 'setting' : 'secret'
    throw new CliError(
      'usage',
      `there is no ${what} ${name}`,
      known.length === 0 ? `it has no ${what}s` : `did you mean ${nearest(name, known).join(', ')}?`,
    )
  }
  return { setting, text: pair.slice(at + 1), option: `${option} ${name}` }
}

function findSetting(name: string, settings: readonly Setting[]): Setting | null {
  const exact = settings.find((one) => one.name === name)
  if (exact !== undefined) return exact
  const open = settings.find((one) => one.kind === 'json' && name.startsWith(`${one.name}.`))
  if (open !== undefined) {
    const member = name.slice(open.name.length + 1)
    return { ...open, name, path: [...open.path, member], kind: 'text' }
  }
  const inside = settings.find((one) => one.name.startsWith(`${name}.`))
  if (inside === undefined) return null
  const path = inside.path.slice(0, findDepth(inside.path, name.split('.').length))
  return { ...inside, name, path, kind: 'json', choices: [] }
}

// How many parts of a path its first `names` names take; positions in lists between them included.
function findDepth(path: Path, names: number): number {
  let seen = 0
  return path.findIndex((part) => typeof part === 'string' && ++seen === names) + 1
}

function toValue({ setting, text, option }: Given, home: string): unknown {
  if (setting.kind === 'secret') return parseSecretSource(text, option, home)
  if (setting.kind === 'json') return parseJson(text, option)
  if (setting.kind === 'list') return text.startsWith('[') ? parseJson(text, option) : splitList(text)
  if (setting.kind === 'number') {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    if (!Number.isFinite(value)) throw new CliError('usage', `${option} must be a number`)
    return value
  }
  if (setting.kind === 'boolean') {
    if (text !== 'true' && text !== 'false') throw new CliError('usage', `${option} must be true or false`)
    return text === 'true'
  }
  if (setting.choices.length > 0 && !setting.choices.includes(text))
    throw new CliError('usage', `${option} must be one of ${setting.choices.join(', ')}`)
  return isPath(setting) ? toFullPath(text, home) : text
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
}

function parseJson(text: string, option: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('usage', `${option} must be JSON`, `quote it, as in ${option}='{"name":"value"}'`)
  }
}

function getAt(tree: unknown, path: Path): unknown {
  return path.reduce<unknown>((node, key) => Object(node)[key], tree)
}

function setAt(tree: Tree, path: Path, value: unknown): void {
  const [key, next, ...rest] = path
  if (key === undefined) return
  if (next === undefined) {
    tree[key] = value
    return
  }
  tree[key] ??= typeof next === 'number' ? [] : {}
  setAt(tree[key] as Tree, [next, ...rest], value) // a list or an object: made here, or given as JSON
}
