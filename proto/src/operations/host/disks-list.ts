import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'

// Mounted file systems of a host with their sizes.
export const hostDisksList = defineOperation({
  id: 'host.disks.list',
  title: 'Disks of a host',
  describe: 'Lists mounted file systems of a host with size, used and available bytes and how full each is.',
  when: ['disk full', 'no space left on device', 'df', 'mount points', 'free space'],
  contract: 1,
  input: z.strictObject({
    threshold: z.number().min(0).max(100).optional().describe('Only file systems at least this percent full'),
    limit: limit(200, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    disks: z.array(
      z.object({
        mount: z.string(),
        device: z.string(),
        type: z.string(),
        size_bytes: z.number(),
        used_bytes: z.number(),
        available_bytes: z.number(),
        used_percent: z.number().nullable(),
        read_only: z.boolean().nullable(),
      }),
    ),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 10,
  permissions: { host: ['read /proc/self/mounts', 'statfs on each mount point'] },
  proof: 'the mount table was read whole',
  since: '0.1.0',
})
