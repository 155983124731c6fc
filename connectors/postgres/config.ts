import { secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const tlsField = z.strictObject({
  mode: z
    .enum(['verify', 'encrypt', 'off'])
    .default('verify')
    .describe('verify: certificate and name are checked; encrypt: neither is; off: nothing is encrypted'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
})

// One PostgreSQL server, by one of its databases.
export const configSchema = z.strictObject({
  host: z.string().min(1).max(253).describe('Name or address of the server'),
  port: z.int().min(1).max(65_535).default(5432),
  database: z.string().min(1).max(63).default('postgres').describe('Database to connect to'),
  databases: z
    .array(z.string().min(1).max(63))
    .max(50)
    .default([])
    .describe('Further databases that db.sql.read may name'),
  username: z.string().min(1).max(63).describe('Role to sign in as'),
  password: secretField('Password of the role').optional(),
  tls: tlsField.prefault({}).describe('Encryption; left out, verify'),
  pooler: z
    .boolean()
    .default(false)
    .describe('Set behind a pooler such as PgBouncer: settings are then given inside the transaction only'),
  expect_system_identifier: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional()
    .describe('system_identifier that the server must have; another server is not read'),
})

export type PostgresConfig = z.output<typeof configSchema>
