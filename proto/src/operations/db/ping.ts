import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { maybe } from '../values.ts'

// Whether a database answers, and how fast.
export const dbPing = defineOperation({
  id: 'db.ping',
  title: 'Does a database answer',
  describe:
    'Says whether a database or cache answers a trivial request, how long that took, its version and role.',
  when: ['is the database up', 'can we connect', 'database latency', 'version of the database'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    reachable: z.literal(true),
    took_ms: z.number(),
    engine: z.string(),
    version: maybe.text,
    role: z.enum(['primary', 'replica', 'member', 'standalone', 'unknown']),
    read_only: maybe.flag,
    uptime_s: maybe.number,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 5,
  permissions: {
    postgres: ['CONNECT'],
    mysql: ['USAGE'],
    redis: ['+ping', '+info'],
    mongodb: ['none beyond signing in'],
    elasticsearch: ['cluster: monitor'],
  },
  proof: 'never: one instance is one item; one that does not answer is blind, not empty',
  since: '0.1.0',
})
