import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, fieldRegistry, limit } from '../fields.ts'

const command = z.string().nullable().describe('Command line; null for kernel threads')
fieldRegistry.add(command, { redact: 'command_line' })
const user = z.string().nullable().describe('User name, or uid when it has none')
fieldRegistry.add(user, { redact: 'user_handle' })

// Running processes of a host.
export const hostProcessesList = defineOperation({
  id: 'host.processes.list',
  title: 'Processes of a host',
  describe: 'Lists running processes of a host with processor time, memory, user, start and command line.',
  when: ['top', 'ps', 'cpu hog', 'memory hog', 'zombie process', 'is it running'],
  contract: 1,
  input: z.strictObject({
    sort: z
      .enum(['cpu', 'memory', 'started', 'pid'])
      .default('cpu')
      .describe('cpu, memory and started give the largest or newest first'),
    match: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Only processes whose name or command line contains this, any case'),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    processes: z.array(
      z.object({
        pid: z.number(),
        parent_pid: z.number(),
        name: z.string(),
        command,
        user,
        state: z.string().describe('running, sleeping, disk_sleep, stopped, zombie, idle or other'),
        cpu_percent: z.number().nullable().describe('Of one processor, averaged since the process started'),
        cpu_seconds: z.number().nullable(),
        memory_bytes: z.number().nullable().describe('Resident memory'),
        threads: z.number().nullable(),
        started_at: z.string().nullable().describe('RFC 3339'),
      }),
    ),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: { host: ['read /proc/<pid>; processes of others where /proc is mounted with hidepid'] },
  proof: 'the process table was read whole',
  sensitive: true,
  since: '0.1.0',
})
