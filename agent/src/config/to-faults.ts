import { secretRegistry } from '@vedette/proto/connector'
import { nearest } from '@vedette/proto/scope'
import type { z } from 'zod'
import { type ConfigFault, toPath } from './config-error.ts'
import { findSchemaAt, listKeys } from './schema-at.ts'

type Issue = z.ZodError['issues'][number]

// zod's issues as faults below `prefix`; an unknown key is named with the nearest known ones. No value is repeated.
export function toFaults(
  error: z.ZodError,
  schema: z.ZodType,
  prefix: readonly PropertyKey[] = [],
): readonly ConfigFault[] {
  return error.issues.flatMap((issue) => {
    const at = [...prefix, ...issue.path]
    if (issue.code !== 'unrecognized_keys') return [{ path: toPath(at), message: toMessage(issue, schema) }]
    const known = listKeys(findSchemaAt(schema, issue.path))
    return issue.keys.map((key) => ({
      path: toPath([...at, key]),
      message: `unknown key${toSuggestion(nearest(key, known))}`,
    }))
  })
}

function toMessage(issue: Issue, schema: z.ZodType): string {
  const field = findSchemaAt(schema, issue.path)
  if (field !== null && secretRegistry.has(field))
    return 'must name where the secret is: { env: VARIABLE } or { file: PATH }'
  if (issue.code === 'invalid_union') return 'has none of the forms that it may have; see the README'
  if (issue.code === 'invalid_type' && / received undefined$/.test(issue.message))
    return `is missing; give a ${issue.expected}`
  return issue.message
}

// `; did you mean a, b?`, or how to go on when nothing is near.
export function toSuggestion(near: readonly string[]): string {
  return near.length === 0 ? '; remove it' : `; did you mean ${near.join(', ')}?`
}
