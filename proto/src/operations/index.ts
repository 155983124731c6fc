import type { OperationDefinition } from './define.ts'
import { hostDisksList } from './host/disks-list.ts'

export type { OperationDefinition, ScopeKind, WindowBounds } from './define.ts'
export { defineOperation, SCOPE_KINDS, toToolName } from './define.ts'
export type { FieldMeta } from './fields.ts'
export { cursor, fieldRegistry, instant, limit, windowFrom, windowTo } from './fields.ts'
export { hostDisksList }

// Every operation of the catalogue, in the order of their ids; adding an operation adds one line here.
export const OPERATIONS: readonly OperationDefinition[] = Object.freeze([hostDisksList])

const BY_ID: ReadonlyMap<string, OperationDefinition> = new Map(OPERATIONS.map((one) => [one.id, one]))

// The definition of an id, or undefined when the catalogue has none.
export function findOperation(id: string): OperationDefinition | undefined {
  return BY_ID.get(id)
}
