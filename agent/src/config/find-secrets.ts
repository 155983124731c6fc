import { type SecretRef, secretRegistry } from '@vedette/proto/connector'
import type { z } from 'zod'
import { describeSchema, isSchema } from './schema-at.ts'

// Every secret that a connector's settings name, found by the schema's own marks.
export function findSecrets(schema: z.ZodType, value: unknown): readonly SecretRef[] {
  if (value === undefined || value === null) return []
  if (secretRegistry.has(schema)) return [value as SecretRef] // the settings were parsed by this very schema
  const def = describeSchema(schema)
  const inner = def.innerType ?? def.in
  if (isSchema(inner)) return findSecrets(inner, value)
  if (isSchema(def.element) && Array.isArray(value)) {
    const { element } = def
    return value.flatMap((item) => findSecrets(element as z.ZodType, item)) // just checked
  }
  if (Array.isArray(def.options)) return findInOptions(def.options.filter(isSchema), value)
  if (typeof value !== 'object') return []
  if (isSchema(def.valueType)) {
    const { valueType } = def
    return Object.values(value).flatMap((item) => findSecrets(valueType as z.ZodType, item)) // just checked
  }
  const shape = typeof def.shape === 'object' && def.shape !== null ? Object.entries(def.shape) : []
  return shape.flatMap(([key, field]) =>
    isSchema(field) && Object.hasOwn(value, key) ? findSecrets(field, Reflect.get(value, key)) : [],
  )
}

function findInOptions(options: readonly z.ZodType[], value: unknown): readonly SecretRef[] {
  const fitting = options.find((option) => option.safeParse(value).success)
  return fitting === undefined ? [] : findSecrets(fitting, value)
}
