import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'

// Services that the host's service manager knows.
export const hostServicesList = defineOperation({
  id: 'host.services.list',
  title: 'Services of a host',
  describe: 'Lists services that the service manager of a host has loaded, with their states.',
  when: ['systemctl', 'failed units', 'is the service running', 'systemd services', 'daemon status'],
  contract: 1,
  input: z.strictObject({
    state: z
      .enum(['active', 'inactive', 'failed', 'activating', 'deactivating', 'reloading'])
      .optional()
      .describe('Only services in this state'),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    services: z.array(
      z.object({
        name: z.string(),
        state: z.string().describe('active, inactive, failed, activating, deactivating or reloading'),
        sub_state: z.string().describe("The manager's finer word: running, exited, dead ..."),
        loaded: z.string().describe('loaded, not-found, masked, error ...'),
        description: z.string(),
      }),
    ),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 10,
  permissions: { host: ['reach the system bus of systemd'] },
  proof: 'the service manager enumerated its units',
  since: '0.1.0',
})
