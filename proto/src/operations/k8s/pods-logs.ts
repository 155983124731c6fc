import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { fieldRegistry, limit, windowFrom, windowTo } from '../fields.ts'
import { namespaceName, objectName, timeField } from './shapes.ts'

const message = z.string()
fieldRegistry.add(message, { redact: 'free_text' })

// Log lines of one pod, current and previous run as two parts.
export const k8sPodsLogs = defineOperation({
  id: 'k8s.pods.logs',
  title: 'Logs of a pod',
  describe: "Reads the newest log lines of a pod's containers; the run before a restart comes by itself.",
  when: ['pod logs', 'kubectl logs', 'previous logs', 'why did it crash', 'stack trace'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    name: objectName('Pod name'),
    container: objectName('Only this container; absent, all of them').optional(),
    previous: z
      .boolean()
      .optional()
      .describe(
        'true: only the run before the last restart; false: only the current; absent: both after a restart',
      ),
    match: z.string().min(1).max(256).optional().describe('Only lines that contain this, any case'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(200, 2000),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        at: timeField('When the line was written'),
        container: z.string(),
        run: z.enum(['current', 'previous']),
        message,
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 5,
  permissions: { kubernetes: ['get pods', 'get pods/log'] },
  proof: 'the container ran in the window and its log was read whole for it',
  window: { defaultSeconds: 3600, maxSeconds: 86_400 * 7 },
  sensitive: true,
  since: '0.1.0',
})
