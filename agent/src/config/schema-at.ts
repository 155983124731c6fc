import type { z } from 'zod'

// zod's own description of a schema, whose members depend on its kind.
export function describeSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  return schema.def as unknown as Readonly<Record<string, unknown>> // read by kind, each member checked
}

// Tells whether a member of such a description is a schema itself.
export function isSchema(value: unknown): value is z.ZodType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

// The schema that rules the value at a path, with optional and default wrappers taken off; null when unknown.
export function findSchemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | null {
  const def = describeSchema(schema)
  const inner = def.innerType ?? def.in
  if (isSchema(inner)) return findSchemaAt(inner, path)
  const [key, ...rest] = path
  if (key === undefined) return schema
  const next = isSchema(def.element)
    ? def.element
    : isSchema(def.valueType)
      ? def.valueType
      : toField(def.shape, key)
  return isSchema(next) ? findSchemaAt(next, rest) : null
}

function toField(shape: unknown, key: PropertyKey): unknown {
  return typeof shape === 'object' && shape !== null ? Reflect.get(shape, key) : undefined
}

// The keys that an object schema knows; empty for anything else.
export function listKeys(schema: z.ZodType | null): readonly string[] {
  const shape = schema === null ? undefined : describeSchema(schema).shape
  return typeof shape === 'object' && shape !== null ? Object.keys(shape) : []
}
