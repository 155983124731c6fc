import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, fieldRegistry, limit, windowFrom, windowTo } from '../fields.ts'

const message = z.string()
fieldRegistry.add(message, { redact: 'free_text' })

// Lines of a host's journal or of one listed log file.
export const hostLogsSearch = defineOperation({
  id: 'host.logs.search',
  title: 'Logs of a host',
  describe:
    "Searches a host's journal, one unit of it, or one log file that the agent's configuration lists; newest first.",
  when: ['journalctl', 'syslog', 'dmesg', 'host logs', 'unit logs', 'var log'],
  contract: 1,
  input: z.strictObject({
    unit: z
      .string()
      .regex(/^[A-Za-z0-9:_.@\\-]{1,255}$/, 'must be a unit name such as nginx.service')
      .optional()
      .describe('Only this unit of the journal; `.service` is added when there is no suffix'),
    file: z
      .string()
      .min(1)
      .max(1024)
      .optional()
      .describe('A log file that the configuration lists, instead of the journal'),
    match: z.string().min(1).max(256).optional().describe('Only lines that contain this text, any case'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
    cursor: cursor(),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        at: z.string().nullable().describe('RFC 3339; null when the line has no time that can be read'),
        unit: z.string().nullable(),
        severity: z
          .enum(['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'])
          .nullable(),
        process: z.string().nullable(),
        pid: z.number().nullable(),
        message,
        cut: z.literal(true).optional().describe('The message was longer than 8 KiB'),
      }),
    ),
  }),
  scope: 'host',
  tier: 'read',
  freshness: 5,
  permissions: {
    host: ['group systemd-journal or adm for the whole journal', 'read on each listed log file'],
  },
  proof: 'the unit or file exists, and entries at or before the start of the window are held',
  window: { defaultSeconds: 3600, maxSeconds: 604_800 },
  sensitive: true,
  since: '0.1.0',
})
