import { ALERTS_OPERATIONS } from './alerts/index.ts'
import { CLOUD_OPERATIONS } from './cloud/index.ts'
import type { OperationDefinition } from './define.ts'
import { DEPLOYS_OPERATIONS } from './deploys/index.ts'
import { ERRORS_OPERATIONS } from './errors/index.ts'
import { HOST_OPERATIONS } from './host/index.ts'
import { INCIDENTS_OPERATIONS } from './incidents/index.ts'
import { K8S_OPERATIONS } from './k8s/index.ts'
import { LOGS_OPERATIONS } from './logs/index.ts'
import { METRICS_OPERATIONS } from './metrics/index.ts'
import { SERVICES_OPERATIONS } from './services/index.ts'
import { SLOS_OPERATIONS } from './slos/index.ts'
import { TRACES_OPERATIONS } from './traces/index.ts'

export * from './alerts/index.ts'
export * from './cloud/index.ts'
export type { OperationDefinition, ScopeKind, WindowBounds } from './define.ts'
export { defineOperation, SCOPE_KINDS, toToolName } from './define.ts'
export * from './deploys/index.ts'
export * from './errors/index.ts'
export type { FieldMeta } from './fields.ts'
export { cursor, fieldRegistry, instant, limit, windowFrom, windowTo } from './fields.ts'
export * from './host/index.ts'
export * from './incidents/index.ts'
export * from './k8s/index.ts'
export * from './logs/index.ts'
export * from './metrics/index.ts'
export * from './services/index.ts'
export * from './slos/index.ts'
export * from './traces/index.ts'

// Every operation of the catalogue, in the order of their ids; each family's index.ts lists its own.
export const OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  ...ALERTS_OPERATIONS,
  ...CLOUD_OPERATIONS,
  ...DEPLOYS_OPERATIONS,
  ...ERRORS_OPERATIONS,
  ...HOST_OPERATIONS,
  ...INCIDENTS_OPERATIONS,
  ...K8S_OPERATIONS,
  ...LOGS_OPERATIONS,
  ...METRICS_OPERATIONS,
  ...SERVICES_OPERATIONS,
  ...SLOS_OPERATIONS,
  ...TRACES_OPERATIONS,
])

const BY_ID: ReadonlyMap<string, OperationDefinition> = new Map(OPERATIONS.map((one) => [one.id, one]))

// The definition of an id, or undefined when the catalogue has none.
export function findOperation(id: string): OperationDefinition | undefined {
  return BY_ID.get(id)
}
