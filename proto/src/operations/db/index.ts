import type { OperationDefinition } from '../define.ts'
import { dbCallersGet } from './callers-get.ts'
import { dbConnectionsGet } from './connections-get.ts'

export { dbCallersGet, dbConnectionsGet }

// Every operation `db.*`, in the order of their ids.
export const DB_OPERATIONS: readonly OperationDefinition[] = Object.freeze([dbCallersGet, dbConnectionsGet])
