export type FieldKind = 'text' | 'choice' | 'flag' | 'number' | 'lines' | 'text_or_lines' | 'json'

// One argument of a tool, as a form asks for it.
export type Field = Readonly<{
  name: string
  kind: FieldKind
  description: string
  isRequired: boolean
  choices: readonly string[]
  // What applies when it is left empty, as text.
  fallback: string | null
}>

type Schema = Readonly<Record<string, unknown>>

// The fields of an input schema, those that are required first. A shape that this page has no field for is JSON.
export function toFields(schema: Schema): readonly Field[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const fields = Object.entries(readRecord(schema['properties'])).map(([name, value]) => {
    const one = readRecord(value)
    return {
      name,
      kind: toKind(one),
      description: typeof one['description'] === 'string' ? one['description'] : '',
      isRequired: required.includes(name),
      choices: Array.isArray(one['enum']) ? one['enum'].map(String) : [],
      fallback: one['default'] === undefined ? null : toText(one['default']),
    }
  })
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

export type Arguments =
  | Readonly<{ kind: 'arguments'; value: Readonly<Record<string, unknown>> }>
  | Readonly<{ kind: 'invalid'; field: string; message: string }>

// What was typed as the arguments of a call: what was left empty is left out. The server checks the rest.
export function toArguments(fields: readonly Field[], typed: Readonly<Record<string, string>>): Arguments {
  const value: Record<string, unknown> = {}
  for (const field of fields) {
    const text = (typed[field.name] ?? '').trim()
    if (text === '') {
      if (field.isRequired) return { kind: 'invalid', field: field.name, message: 'is needed' }
      continue
    }
    const parsed = parseField(field, text)
    if (parsed === undefined)
      return {
        kind: 'invalid',
        field: field.name,
        message: field.kind === 'json' ? 'is not JSON' : 'is not a number',
      }
    value[field.name] = parsed
  }
  return { kind: 'arguments', value }
}

// Undefined when the text cannot be read.
function parseField({ kind }: Field, text: string): unknown {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  switch (kind) {
    case 'text':
    case 'choice':
      return text
    case 'flag':
      return text === 'true'
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined
    case 'lines':
      return lines
    case 'text_or_lines':
      return lines.length === 1 ? lines[0] : lines
    case 'json':
      return parseJson(text)
  }
}

function toKind(schema: Schema): FieldKind {
  if (Array.isArray(schema['enum'])) return 'choice'
  const options = Array.isArray(schema['anyOf']) ? schema['anyOf'].map(readRecord) : []
  if (options.length > 0)
    return options.every((one) => one['type'] === 'string' || isTextList(one)) ? 'text_or_lines' : 'json'
  switch (schema['type']) {
    case 'string':
      return 'text'
    case 'boolean':
      return 'flag'
    case 'integer':
    case 'number':
      return 'number'
    default:
      return isTextList(schema) ? 'lines' : 'json'
  }
}

function isTextList(schema: Schema): boolean {
  return schema['type'] === 'array' && readRecord(schema['items'])['type'] === 'string'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function readRecord(value: unknown): Schema {
  // Any object can be read by name; what is there is checked where it is used.
  return typeof value === 'object' && value !== null ? (value as Schema) : {}
}
