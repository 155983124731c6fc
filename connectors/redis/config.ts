import { secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const tlsField = z.strictObject({
  mode: z
    .enum(['verify', 'encrypt'])
    .default('verify')
    .describe('verify: certificate and name are checked; encrypt: neither is'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
  servername: z
    .string()
    .min(1)
    .max(253)
    .optional()
    .describe('Name in the certificate, when it is not the host'),
})

// One Redis server, or one node of a cluster.
export const configSchema = z.strictObject({
  host: z.string().min(1).max(253).describe('Name or address of the server'),
  port: z.int().min(1).max(65_535).default(6379),
  username: z.string().min(1).max(256).optional().describe('User of the access control list'),
  password: secretField('Password').optional(),
  tls: tlsField.optional().describe('Encryption; absent, none'),
  expect_run_id: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .optional()
    .describe('run_id that the server must have; another server is not read'),
})

export type RedisConfig = z.output<typeof configSchema>
