import { nearest } from '@vedette/proto/scope'
import type { z } from 'zod'
import { type ConfigFault, toPath } from './config-error.ts'

// zod's issues as faults below `prefix`; an unknown key is named with the nearest known ones.
export function toFaults(
  error: z.ZodError,
  prefix: readonly PropertyKey[],
  known: readonly string[],
): readonly ConfigFault[] {
  return error.issues.flatMap((issue) => {
    const at = [...prefix, ...issue.path]
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: toPath([...at, key]), message: toUnknown(key, known) }))
    if (issue.code === 'invalid_union' && issue.errors.length > 0)
      return [
        { path: toPath(at), message: 'must name either env (a variable) or file (a path), as { env: NAME }' },
      ]
    return [{ path: toPath(at), message: issue.message }]
  })
}

// `unknown key`, with the nearest keys of the same schema.
function toUnknown(key: string, known: readonly string[]): string {
  return `unknown key${toSuggestion(nearest(key, known))}`
}

// ` ; did you mean a, b?`, or how to go on when nothing is near.
export function toSuggestion(near: readonly string[]): string {
  return near.length === 0 ? '; remove it' : `; did you mean ${near.join(', ')}?`
}
