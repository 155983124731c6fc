import { defineConnector } from '@vedette/proto/connector'
import { connectPostgres, type PostgresClient } from './client.ts'
import { configSchema, type PostgresConfig } from './config.ts'
import { POSTGRES_OPERATIONS } from './operations/index.ts'
import { renderRoleScript } from './permissions.ts'
import { probePostgres } from './probe.ts'

// PostgreSQL 13 and later, one server an instance, read in read-only transactions.
export const postgresConnector = defineConnector<PostgresConfig, PostgresClient>({
  id: 'postgres',
  title: 'PostgreSQL',
  config: configSchema,
  concurrency: 3,
  connect: connectPostgres,
  probe: probePostgres,
  operations: POSTGRES_OPERATIONS,
  permissions: { language: 'sql', render: renderRoleScript },
})
