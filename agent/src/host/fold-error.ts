import { ArgumentError, SourceError } from '@vedette/proto/connector'
import type { Part } from '@vedette/proto/visibility'
import type { ArgumentFault } from '../redactor/index.ts'

// What a failure becomes: a part with its word, or the caller's own fault.
export type Folded =
  | Readonly<{ kind: 'parts'; parts: readonly Part[] }>
  | Readonly<{ kind: 'refused'; error: ArgumentFault }>

// The one place where what a connector throws becomes a source state; an unknown error's text goes nowhere.
export function foldError(error: unknown): Folded {
  if (error instanceof SourceError)
    return { kind: 'parts', parts: [{ scope: {}, state: error.state, ...error.carried }] }
  if (error instanceof ArgumentError) return { kind: 'refused', error: toFault(error) }
  return { kind: 'parts', parts: [{ scope: {}, state: 'unusable', why: 'internal' }] }
}

function toFault(error: ArgumentError): ArgumentFault {
  return {
    code: error.code,
    field: error.field.slice(0, 128),
    message: error.message.slice(0, 512),
    fix: error.fix.slice(0, 512),
  }
}
