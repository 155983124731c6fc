import { ALERTS_OPERATIONS } from './alerts/index.ts'
import type { OperationDefinition } from './define.ts'
import { HOST_OPERATIONS } from './host/index.ts'
import { K8S_OPERATIONS } from './k8s/index.ts'
import { METRICS_OPERATIONS } from './metrics/index.ts'
import { SERVICES_OPERATIONS } from './services/index.ts'
import { SLOS_OPERATIONS } from './slos/index.ts'

export * from './alerts/index.ts'
export type { OperationDefinition, ScopeKind, WindowBounds } from './define.ts'
export { defineOperation, SCOPE_KINDS, toToolName } from './define.ts'
export type { FieldMeta } from './fields.ts'
export { cursor, fieldRegistry, instant, limit, windowFrom, windowTo } from './fields.ts'
export * from './host/index.ts'
export * from './k8s/index.ts'
export * from './metrics/index.ts'
export * from './services/index.ts'
export * from './slos/index.ts'

// Every operation of the catalogue, in the order of their ids; each family's index.ts lists its own.
export const OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  ...ALERTS_OPERATIONS,
  ...HOST_OPERATIONS,
  ...K8S_OPERATIONS,
  ...METRICS_OPERATIONS,
  ...SERVICES_OPERATIONS,
  ...SLOS_OPERATIONS,
])

const BY_ID: ReadonlyMap<string, OperationDefinition> = new Map(OPERATIONS.map((one) => [one.id, one]))

// The definition of an id, or undefined when the catalogue has none.
export function findOperation(id: string): OperationDefinition | undefined {
  return BY_ID.get(id)
}
