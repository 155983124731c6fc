type JsonSchema = Readonly<Record<string, unknown>>

export type SettingKind = 'text' | 'number' | 'boolean' | 'list' | 'secret' | 'json'

// One setting of a connector that a person can give: where it stands in the configuration, and its option.
export type Setting = Readonly<{
  path: readonly (string | number)[]
  // The path in text, without positions: `tls.ca_file`.
  name: string
  // The option without its dashes: `ca-file`.
  flag: string
  kind: SettingKind
  isRequired: boolean
  description: string
  choices: readonly string[]
}>

// `isLoose`: below a list or one of several forms, whose own name says little.
type Leaf = Omit<Setting, 'flag'> & Readonly<{ isLoose: boolean }>
type Place = Readonly<{ path: Setting['path']; isRequired: boolean; isLoose: boolean }>

// Options that every connector has; a setting of that name gets another.
export const COMMON_FLAGS = Object.freeze(['instance', 'set', 'secret', 'data-dir', 'yes', 'help'])

// The settings that a JSON Schema has, each once and in its order. An option is the whole name; below a list, or one of
// several forms, the last part of it where no other setting ends like it.
export function listSettings(schema: JsonSchema): readonly Setting[] {
  const leaves = [
    ...new Map(
      walk(schema, { path: [], isRequired: true, isLoose: false }).map((one) => [one.name, one]),
    ).values(),
  ]
  const isAlone = (last: string) => leaves.filter(({ name }) => toLast(name) === last).length === 1
  return leaves.map(({ isLoose, ...leaf }) => {
    const last = toLast(leaf.name)
    const flag = toFlag(isLoose && isAlone(last) ? last : leaf.name)
    return { ...leaf, flag: COMMON_FLAGS.includes(flag) ? `config-${flag}` : flag }
  })
}

// True for a setting that names one file of this machine.
export function isPath({ kind, name }: Pick<Setting, 'kind' | 'name'>): boolean {
  return kind === 'text' && /(^|[._])file$/.test(name)
}

function walk(schema: JsonSchema, place: Place): readonly Leaf[] {
  if (schema.secret === true) return [toLeaf('secret', schema, place)]
  const variants = toSchemas(schema.anyOf)
  if (variants.length > 0) {
    if (!variants.every(isObject)) return [toLeaf('json', schema, place)]
    return variants.flatMap((one) => walk(one, { ...place, isRequired: false, isLoose: true }))
  }
  if (isObject(schema)) return walkObject(schema, place)
  if (schema.type === 'array') return walkArray(schema, place)
  return [toLeaf(toScalarKind(schema) ?? 'json', schema, place)]
}

function walkObject(schema: JsonSchema, place: Place): readonly Leaf[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(Object(schema.properties)).flatMap(([key, property]) =>
    walk(toSchema(property), {
      path: [...place.path, key],
      isRequired: place.isRequired && required.includes(key),
      isLoose: place.isLoose,
    }),
  )
}

// A list of objects that must have one is given by the settings of its first; more of them by --set and JSON.
function walkArray(schema: JsonSchema, place: Place): readonly Leaf[] {
  const items = toSchema(schema.items)
  if (toScalarKind(items) !== null) return [toLeaf('list', schema, place)]
  if (!isObject(items) || !place.isRequired) return [toLeaf('json', schema, place)]
  return walk(items, { ...place, path: [...place.path, 0], isLoose: true })
}

function toLeaf(kind: SettingKind, schema: JsonSchema, { path, isRequired, isLoose }: Place): Leaf {
  const name = path.filter((part) => typeof part === 'string').join('.')
  const choices = Array.isArray(schema.enum) ? schema.enum.map(String) : []
  const description = typeof schema.description === 'string' ? schema.description : ''
  return { path, name, kind, isRequired, isLoose, description, choices }
}

function toScalarKind({ type }: JsonSchema): SettingKind | null {
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'boolean' ? 'boolean' : null
}

function isObject({ type, properties }: JsonSchema): boolean {
  return type === 'object' && typeof properties === 'object'
}

function toSchemas(value: unknown): readonly JsonSchema[] {
  return Array.isArray(value) ? value.map(toSchema) : []
}

function toSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toLast(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function toFlag(name: string): string {
  return name.replaceAll(/[._]/g, '-')
}
