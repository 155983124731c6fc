import { z } from 'zod'
import { defineOperation } from '../define.ts'

const percent = z.number().nullable()

// Load averages and stalls of a host.
export const hostLoadGet = defineOperation({
  id: 'host.load.get',
  title: 'Load of a host',
  describe:
    'Gives load averages of a host, its processors, and how long tasks waited for processor and disk.',
  when: ['load average', 'cpu saturation', 'io wait', 'host slow', 'uptime load'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    load_1m: z.number(),
    load_5m: z.number(),
    load_15m: z.number(),
    cpus: z.number().nullable(),
    load_1m_per_cpu: z.number().nullable(),
    tasks_runnable: z.number().nullable(),
    tasks_total: z.number().nullable(),
    cpu_stalled_percent_10s: percent.describe(
      'Share of the last 10 s in which some task waited for a processor',
    ),
    cpu_stalled_percent_5m: percent,
    io_stalled_percent_10s: percent.describe('Share of the last 10 s in which some task waited for a disk'),
    io_stalled_percent_5m: percent,
  }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: { host: ['read /proc/loadavg, /proc/stat and /proc/pressure'] },
  proof: 'one host is one item; it is never empty',
  since: '0.1.0',
})
