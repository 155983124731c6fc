import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { instant } from '../fields.ts'
import { maybe } from '../values.ts'

// Marks a moment on dashboards; a write, so off until the agent's own values switch it on.
export const annotationsCreate = defineOperation({
  id: 'annotations.create',
  title: 'Create an annotation',
  describe:
    'Marks a moment with a text and tags on dashboards or event streams, once a person has approved it.',
  when: ['mark the deploy', 'annotate the graph', 'add an event', 'mark the start of the incident'],
  contract: 1,
  input: z.strictObject({
    text: z.string().min(1).max(2000).describe('What happened'),
    tags: z.array(z.string().min(1).max(100)).max(10).default([]).describe('Tags to find it by'),
    at: instant('When it happened'),
  }),
  output: z.object({
    created: z.boolean().describe('False in a preview'),
    id: maybe.text,
    at: z.string(),
    url: maybe.url,
  }),
  scope: 'backend',
  tier: 'write',
  freshness: 0,
  permissions: { grafana: ['annotations:create'], datadog: ['events_write'] },
  proof: 'the vendor confirmed the annotation',
  since: '0.1.0',
})
