import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { fieldRegistry, limit, windowFrom, windowTo } from '../fields.ts'
import { namespaceName, objectName, timeField } from './shapes.ts'

const message = z.string()
fieldRegistry.add(message, { redact: 'free_text' })

// Log lines of several pods that contain a text, each pod and run as a part.
export const k8sPodsLogsSearch = defineOperation({
  id: 'k8s.pods.logs_search',
  title: 'Search in logs of pods',
  describe: 'Looks for a text in the newest log lines of all pods that a selector matches.',
  when: ['grep logs', 'find error in logs of a deployment', 'search pods'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    label_selector: z.string().min(1).max(1024).describe('Label selector of the pods, such as app=web'),
    match: z.string().min(1).max(256).describe('Text that a line must contain, any case'),
    container: objectName('Only containers of this name').optional(),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(100, 1000),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        at: timeField('When the line was written'),
        pod: z.string(),
        container: z.string(),
        run: z.enum(['current', 'previous']),
        message,
      }),
    ),
    pods: z.number().describe('Pods that match the selector'),
    by_pod: z.record(z.string(), z.number()).describe('Matching lines found in each pod that was read'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 5,
  permissions: { kubernetes: ['list pods', 'get pods/log'] },
  proof: 'every container of every matching pod ran in the window and its log was read whole for it',
  window: { defaultSeconds: 3600, maxSeconds: 86_400 },
  sensitive: true,
  since: '0.1.0',
})
