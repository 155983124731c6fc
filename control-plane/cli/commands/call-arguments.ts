import { CliError } from '../cli-error.ts'

type JsonSchema = Readonly<Record<string, unknown>>

// Arguments from repeated `--arg name=value` and one `--args JSON`; a value is turned into what the tool's schema
// wants, and repeating a name makes a list. Throws CliError `usage`.
export function parseCallArguments(
  pairs: readonly string[],
  json: string | undefined,
  schema: JsonSchema,
): Record<string, unknown> {
  const result: Record<string, unknown> = json === undefined ? {} : parseObject(json)
  const given = new Set<string>()
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1) throw new CliError('usage', `--arg ${pair} is not name=value`, 'write it as --arg name=value')
    const name = pair.slice(0, at)
    const value = convert(pair.slice(at + 1), findProperty(schema, name))
    const before = result[name]
    result[name] = given.has(name) ? [...(Array.isArray(before) ? before : [before]), value].flat() : value
    given.add(name)
  }
  return result
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Reported below, like every other value that is no object.
  }
  throw new CliError('usage', '--args is not a JSON object', `write it as --args '{"name":"value"}'`)
}

function findProperty(schema: JsonSchema, name: string): unknown {
  const { properties } = schema
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, name)) return {}
  return (properties as JsonSchema)[name] // JSON Schema: properties is an object of schemas
}

// Text stays text wherever the schema takes text; else a number, boolean, list or object written as JSON.
function convert(text: string, schema: unknown): unknown {
  const types = readTypes(schema)
  if (types.size === 0 || types.has('string')) return text
  try {
    const value: unknown = JSON.parse(text)
    return types.has('array') && !Array.isArray(value) ? text : value
  } catch {
    return text
  }
}

function readTypes(schema: unknown): Set<string> {
  if (typeof schema !== 'object' || schema === null) return new Set()
  const types = 'type' in schema ? [schema.type].flat() : []
  const variants = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = (schema as JsonSchema)[key]
    return Array.isArray(list) ? list.flatMap((one) => [...readTypes(one)]) : []
  })
  const listed = 'enum' in schema && Array.isArray(schema.enum) ? schema.enum.map((one) => typeof one) : []
  return new Set([...types.map(String), ...variants, ...listed])
}
