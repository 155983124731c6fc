import type { OperationDefinition } from '../define.ts'
import { annotationsList } from './list.ts'

export { annotationsList }

// Every operation `annotations.*`, in the order of their ids.
export const ANNOTATIONS_OPERATIONS: readonly OperationDefinition[] = Object.freeze([annotationsList])
