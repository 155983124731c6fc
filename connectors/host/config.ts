import { z } from 'zod'

const absolutePath = z
  .string()
  .max(1024)
  .regex(/^\/(?:[^/\0]+(?:\/[^/\0]+)*)?$/, 'must be an absolute path without empty parts')
  .refine((path) => !path.split('/').includes('..'), 'must not climb with ".."')

export const hostConfigSchema = z.strictObject({
  root: absolutePath
    .default('/')
    .describe(
      "Where the host's root is mounted, such as /host in a container; / when the agent runs on the host",
    ),
  log_files: z
    .array(absolutePath)
    .max(200)
    .default([])
    .describe('Log files that host.logs.search may read, as the host names them; no other file is ever read'),
})

export type HostConfig = z.output<typeof hostConfigSchema>
