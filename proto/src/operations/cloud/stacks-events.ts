import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, filter, limit, whether, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { place } from './shapes.ts'

// What an infrastructure stack created, changed and failed at.
export const cloudStacksEvents = defineOperation({
  id: 'cloud.stacks.events',
  title: 'Stack events',
  describe:
    'Lists events of an infrastructure stack or deployment (CloudFormation, Infrastructure Manager) in a window, with resource and reason.',
  when: [
    'cloudformation events',
    'stack rollback',
    'infrastructure change',
    'stack update failed',
    'terraform by the provider',
  ],
  contract: 1,
  input: z.strictObject({
    stack: filter('Only this stack, by name or id'),
    failed_only: whether('Only failures and roll-backs'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
    cursor: cursor(),
  }),
  output: z.object({
    events: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        ...place,
        stack: z.string(),
        resource: maybe.text,
        resource_type: maybe.text,
        state: z.string().describe("The vendor's word: UPDATE_FAILED, ACTIVE ..."),
        outcome: z.enum(['in_progress', 'succeeded', 'failed', 'rolled_back', 'unknown']),
        reason: maybe.freeText,
        by: maybe.userHandle,
      }),
    ),
    total,
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['cloudformation:ListStacks', 'cloudformation:DescribeStacks', 'cloudformation:DescribeStackEvents'],
    gcp: ['config.deployments.list', 'config.revisions.list', 'config.resources.list'],
  },
  proof: 'the stack exists, or all stacks were listed, and their events are kept for the whole window',
  window: { defaultSeconds: DAY, maxSeconds: 30 * DAY },
  since: '0.1.0',
})
