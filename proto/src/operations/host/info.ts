import { z } from 'zod'
import { defineOperation } from '../define.ts'

// What a host is: system, kernel, processors, memory, uptime.
export const hostInfo = defineOperation({
  id: 'host.info',
  title: 'Facts of a host',
  describe:
    'Says what a host is: operating system, kernel, processors, memory, model and since when it runs.',
  when: ['os version', 'kernel version', 'uptime', 'reboot', 'how many cpus', 'uname'],
  contract: 1,
  input: z.strictObject({}),
  output: z.object({
    hostname: z.string(),
    os: z.string().nullable().describe('Name and version of the distribution'),
    kernel: z.string().nullable(),
    architecture: z.string().nullable(),
    cpus: z.number().nullable().describe('Logical processors'),
    cpu_model: z.string().nullable(),
    memory_bytes: z.number().nullable(),
    model: z.string().nullable().describe('Hardware or virtual machine model'),
    booted_at: z.string().nullable().describe('RFC 3339'),
    uptime_seconds: z.number().nullable(),
    timezone: z.string().nullable(),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 60,
  permissions: { host: ['read /proc, /etc/os-release and /sys/class/dmi/id'] },
  proof: 'one host is one item; it is never empty',
  since: '0.1.0',
})
