import { defineConnector } from '@vedette/proto/connector'
import { connectRedis, type RedisClient } from './client.ts'
import { configSchema, type RedisConfig } from './config.ts'
import { REDIS_OPERATIONS } from './operations/index.ts'
import { probeRedis } from './probe.ts'

// Redis and what speaks its protocol, one server an instance.
export const redisConnector = defineConnector<RedisConfig, RedisClient>({
  id: 'redis',
  title: 'Redis',
  config: configSchema,
  concurrency: 4,
  connect: connectRedis,
  probe: probeRedis,
  operations: REDIS_OPERATIONS,
})
