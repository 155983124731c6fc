import type { OperationDefinition } from '../define.ts'
import { annotationsCreate } from './create.ts'
import { annotationsList } from './list.ts'

export { annotationsCreate, annotationsList }

// Every operation `annotations.*`, in the order of their ids.
export const ANNOTATIONS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  annotationsCreate,
  annotationsList,
])
