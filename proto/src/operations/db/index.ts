import type { OperationDefinition } from '../define.ts'
import { dbActivityList } from './activity-list.ts'
import { dbCallersGet } from './callers-get.ts'
import { dbConnectionsGet } from './connections-get.ts'
import { dbHealthGet } from './health-get.ts'
import { dbIndexesHealth } from './indexes-health.ts'
import { dbLocksList } from './locks-list.ts'
import { dbPing } from './ping.ts'
import { dbQueriesExplain } from './queries-explain.ts'
import { dbQueriesGet } from './queries-get.ts'
import { dbQueriesTop } from './queries-top.ts'
import { dbReplicationGet } from './replication-get.ts'
import { dbSchemaDescribe } from './schema-describe.ts'
import { dbSettingsGet } from './settings-get.ts'
import { dbSqlRead } from './sql-read.ts'
import { dbTablesStats } from './tables-stats.ts'
import { dbVacuumGet } from './vacuum-get.ts'
import { dbWaitEventsList } from './wait-events-list.ts'

export {
  dbActivityList,
  dbCallersGet,
  dbConnectionsGet,
  dbHealthGet,
  dbIndexesHealth,
  dbLocksList,
  dbPing,
  dbQueriesExplain,
  dbQueriesGet,
  dbQueriesTop,
  dbReplicationGet,
  dbSchemaDescribe,
  dbSettingsGet,
  dbSqlRead,
  dbTablesStats,
  dbVacuumGet,
  dbWaitEventsList,
}

// Every operation `db.*`, in the order of their ids.
export const DB_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  dbActivityList,
  dbCallersGet,
  dbConnectionsGet,
  dbHealthGet,
  dbIndexesHealth,
  dbLocksList,
  dbPing,
  dbQueriesExplain,
  dbQueriesGet,
  dbQueriesTop,
  dbReplicationGet,
  dbSchemaDescribe,
  dbSettingsGet,
  dbSqlRead,
  dbTablesStats,
  dbVacuumGet,
  dbWaitEventsList,
])
