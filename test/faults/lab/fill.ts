import { z } from 'zod'

/** The plainest value that a schema takes: null where it may be, no items in lists, the first word of a choice. */
export function fill(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return undefined
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>) // a shape holds schemas
    return Object.fromEntries(
      shape.flatMap(([key, one]) => {
        const value = fill(one)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodRecord) return {}
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodString) return 'any'
  throw new TypeError(`the laboratory cannot fill a ${schema.type}`)
}
