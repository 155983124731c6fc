import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { windowFrom, windowTo } from '../fields.ts'
import { listArguments, messageField, objectName, timeField } from './shapes.ts'

// Events that the cluster still keeps.
export const k8sEventsList = defineOperation({
  id: 'k8s.events.list',
  title: 'Events',
  describe:
    'Lists events newest first, with reason, object, count and message; the cluster keeps them about an hour.',
  when: [
    'events',
    'failed scheduling',
    'backoff',
    'failedmount',
    'evicted',
    'unhealthy probe',
    'scaling events',
  ],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 2000),
    kind: z
      .string()
      .regex(/^[A-Za-z]{1,63}$/, 'must be a kind')
      .optional()
      .describe('Only about objects of this kind'),
    name: objectName('Only about the object of this name').optional(),
    type: z.enum(['Normal', 'Warning']).optional().describe('Only this type'),
    reason: z
      .string()
      .regex(/^[A-Za-z]{1,128}$/, 'must be a reason')
      .optional()
      .describe('Only this reason, such as FailedScheduling'),
    from: windowFrom(),
    to: windowTo(),
  }),
  output: z.object({
    events: z.array(
      z.object({
        at: timeField('When it last happened'),
        first_at: timeField('When it first happened'),
        type: z.string(),
        reason: z.string().nullable(),
        namespace: z.string().nullable(),
        kind: z.string(),
        name: z.string(),
        count: z.number(),
        message: messageField('What the component says'),
        component: z.string().nullable(),
        node: z.string().nullable(),
      }),
    ),
    by_reason: z.record(z.string(), z.number()).describe('Events in the window that were read, by reason'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 10,
  permissions: { kubernetes: ['list events', 'get namespaces', 'list namespaces'] },
  proof:
    'the whole list was read, the namespace exists and the cluster keeps events for as long as the window is',
  window: { defaultSeconds: 3600, maxSeconds: 86_400 },
  sensitive: true,
  since: '0.1.0',
})
