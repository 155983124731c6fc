import { z } from 'zod'
import { defineOperation } from '../define.ts'

const bytes = z.number().nullable()

// Memory and swap of a host.
export const hostMemoryGet = defineOperation({
  id: 'host.memory.get',
  title: 'Memory of a host',
  describe:
    'Gives memory and swap of a host, pressure stalls where the kernel counts them, and kills for want of memory.',
  when: ['out of memory', 'oom', 'free memory', 'swap', 'memory pressure', 'free -m'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    total_bytes: z.number(),
    available_bytes: bytes.describe('What new work can have without swapping'),
    used_bytes: bytes.describe('Total less available'),
    used_percent: z.number().nullable(),
    free_bytes: bytes.describe('Unused by anything, caches included'),
    buffers_bytes: bytes,
    cached_bytes: bytes,
    swap_total_bytes: bytes,
    swap_used_bytes: bytes,
    stalled_percent_10s: z
      .number()
      .nullable()
      .describe('Share of the last 10 s in which some task waited for memory'),
    stalled_percent_5m: z.number().nullable(),
    oom_kills_since_boot: z.number().nullable(),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: { host: ['read /proc/meminfo, /proc/vmstat and /proc/pressure/memory'] },
  proof: 'one host is one item; it is never empty',
  since: '0.1.0',
})
