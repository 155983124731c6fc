import { z } from 'zod'
import { maybe } from '../values.ts'

// Health of one connector instance, in the words of fleet health.
export const connectorHealthRow = z.object({
  instance: z.string(),
  connector: z.string(),
  health: z.enum(['up', 'degraded', 'down', 'unchecked', 'not_configured']),
  // A closed code when it is not up: unauthorized, timed_out, secret_missing ...
  code: maybe.text,
  since: maybe.time,
  checked_at: maybe.time,
  servers: z.array(z.object({ name: z.string(), health: z.string(), code: maybe.text, version: maybe.text })),
  scopes: z.array(z.record(z.string(), z.string())),
  served: z.number(),
  forbidden: z.array(z.string()),
})
