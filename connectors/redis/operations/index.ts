import type { Served } from '@vedette/proto/connector'
import type { RedisClient } from '../client.ts'
import { cacheInfo } from './cache-info-get.ts'
import { cacheSlowlog } from './cache-slowlog-list.ts'
import { dbPingRedis } from './db-ping.ts'
import { dbReplicationRedis } from './db-replication-get.ts'
import { dbSettingsRedis } from './db-settings-get.ts'

// Every operation that a Redis server answers, by id.
export const REDIS_OPERATIONS: readonly Served<RedisClient>[] = Object.freeze([
  cacheInfo,
  cacheSlowlog,
  dbPingRedis,
  dbReplicationRedis,
  dbSettingsRedis,
])
