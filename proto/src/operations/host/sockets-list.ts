import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, fieldRegistry, limit } from '../fields.ts'

const STATES = [
  'established',
  'syn_sent',
  'syn_received',
  'fin_wait_1',
  'fin_wait_2',
  'time_wait',
  'closed',
  'close_wait',
  'last_ack',
  'listening',
  'closing',
  'unconnected',
  'other',
] as const

const user = z.string().nullable().describe('User name, or uid when it has none')
fieldRegistry.add(user, { redact: 'user_handle' })

// TCP and UDP sockets of a host.
export const hostSocketsList = defineOperation({
  id: 'host.sockets.list',
  title: 'Sockets of a host',
  describe:
    'Lists TCP and UDP sockets of a host with state, both ends, user and, if asked, the owning process.',
  when: ['listening ports', 'what listens on', 'netstat', 'ss', 'open connections', 'time_wait'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(STATES)
      .optional()
      .describe('Only sockets in this state; UDP sockets are unconnected or established'),
    port: z.int().min(1).max(65_535).optional().describe('Only sockets with this port at either end'),
    owners: z.boolean().default(false).describe('Also find the owning processes, which needs more rights'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    sockets: z.array(
      z.object({
        protocol: z.enum(['tcp', 'tcp6', 'udp', 'udp6']),
        state: z.enum(STATES),
        local_address: z.string(),
        local_port: z.number().nullable(),
        remote_address: z.string().nullable(),
        remote_port: z.number().nullable(),
        user,
        pid: z.number().nullable().describe('Null when not asked for, not found or not allowed'),
        process: z.string().nullable(),
      }),
    ),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: {
    host: ['read /proc/net', 'for owners: read /proc/<pid>/fd of all users (CAP_SYS_PTRACE or root)'],
  },
  proof: 'the socket tables were read whole',
  since: '0.1.0',
})
