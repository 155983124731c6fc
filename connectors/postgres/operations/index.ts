import type { Served } from '@vedette/proto/connector'
import type { PostgresClient } from '../client.ts'
import { activityList } from './db-activity-list.ts'
import { connectionsGet } from './db-connections-get.ts'
import { healthGet } from './db-health-get.ts'
import { indexesHealth } from './db-indexes-health.ts'
import { locksList } from './db-locks-list.ts'
import { pingPostgres } from './db-ping.ts'
import { queriesExplain } from './db-queries-explain.ts'
import { queriesGet } from './db-queries-get.ts'
import { queriesTop } from './db-queries-top.ts'
import { replicationGet } from './db-replication-get.ts'
import { schemaDescribe } from './db-schema-describe.ts'
import { settingsGet } from './db-settings-get.ts'
import { sqlRead } from './db-sql-read.ts'
import { tablesStats } from './db-tables-stats.ts'
import { vacuumGet } from './db-vacuum-get.ts'
import { waitEventsList } from './db-wait-events-list.ts'

// Every operation that a PostgreSQL server answers, by id.
export const POSTGRES_OPERATIONS: readonly Served<PostgresClient>[] = Object.freeze([
  activityList,
  connectionsGet,
  healthGet,
  indexesHealth,
  locksList,
  pingPostgres,
  queriesExplain,
  queriesGet,
  queriesTop,
  replicationGet,
  schemaDescribe,
  settingsGet,
  sqlRead,
  tablesStats,
  vacuumGet,
  waitEventsList,
])
