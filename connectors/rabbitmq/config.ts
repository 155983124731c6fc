import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

// One RabbitMQ cluster, by the management API of one of its nodes.
export const configSchema = z.strictObject({
  url: baseUrlField('Base URL of the management API, with any path prefix, without /api'),
  username: z.string().min(1).max(256).describe('User with the tag monitoring'),
  password: secretField('Password of the user'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
  vhosts: z
    .array(z.string().min(1).max(256))
    .max(100)
    .default([])
    .describe('Virtual hosts to read; left out, all that the broker names'),
  expect_cluster_name: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Name that the cluster must have; another cluster is not read'),
})

export type RabbitmqConfig = z.output<typeof configSchema>
