import { fieldRegistry } from '@vedette/proto/hints'
import type { z } from 'zod'

// What an operation says about the fields of its output, as a tree along them; plain data, so that it can be sent.
export type HintTree = Readonly<{
  hint?: string
  fields?: Readonly<Record<string, HintTree>>
  // Of each item of a list, or each value of a map.
  items?: HintTree
}>

// Reads the hints of an output schema; null when it gives none.
export function toHintTree(schema: z.core.$ZodType): HintTree | null {
  const hint = fieldRegistry.get(schema as z.ZodType)?.redact // every schema of proto is a classic one
  const below = toBelow(schema)
  if (hint === undefined) return below
  return { ...below, hint }
}

function toBelow(schema: z.core.$ZodType): HintTree | null {
  // The definition differs by type; only those below hold other schemas.
  const def = schema._zod.def as z.core.$ZodTypes['_zod']['def']
  switch (def.type) {
    case 'object':
      return toFields(def.shape)
    case 'array':
      return toItems(def.element)
    case 'record':
      return toItems(def.valueType)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return toHintTree(def.innerType)
    case 'union': {
      const trees = def.options.map(toHintTree).filter((tree) => tree !== null)
      return trees.length === 0 ? null : trees.reduce(join)
    }
    default:
      return null
  }
}

function toFields(shape: Readonly<Record<string, z.core.$ZodType>>): HintTree | null {
  const fields = Object.entries(shape).flatMap(([key, field]) => {
    const tree = toHintTree(field)
    return tree === null ? [] : [[key, tree] as const]
  })
  return fields.length === 0 ? null : { fields: Object.fromEntries(fields) }
}

function toItems(element: z.core.$ZodType): HintTree | null {
  const items = toHintTree(element)
  return items === null ? null : { items }
}

function join(a: HintTree, b: HintTree): HintTree {
  return { ...a, ...b, ...(a.fields === undefined ? {} : { fields: { ...a.fields, ...b.fields } }) }
}
