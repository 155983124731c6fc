import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { messageField, namespaceName, objectName } from './shapes.ts'

// One access review of the agent's own identity.
export const k8sRbacCanI = defineOperation({
  id: 'k8s.rbac.can_i',
  title: 'May this agent do it',
  describe:
    "Says whether the agent's own identity may do something in the cluster, as its API server decides.",
  when: ['can i', 'permission of the agent', 'why forbidden', 'access review'],
  contract: 1,
  input: z.strictObject({
    verb: z
      .string()
      .regex(/^[a-z*]{1,32}$/, 'must be a verb')
      .describe('get, list, watch ...'),
    resource: z
      .string()
      .regex(/^[a-z0-9.*-]{1,253}(?:\/[a-z*]{1,63})?$/, 'must be a plural')
      .describe('Plural with an optional subresource, such as pods/log'),
    group: z
      .string()
      .regex(/^[a-z0-9.*-]{0,253}$/, 'must be an API group')
      .default('')
      .describe('API group; "" is the core group'),
    namespace: namespaceName().optional().describe('Only there; absent, everywhere'),
    name: objectName('Only this object').optional(),
  }),
  output: z.object({
    allowed: z.boolean(),
    denied: z.boolean().describe('true when an authorizer refused it, rather than none allowing it'),
    reason: messageField('What the authorizer says'),
    evaluation_error: messageField('What kept an authorizer from deciding'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 15,
  permissions: { kubernetes: ['create selfsubjectaccessreviews.authorization.k8s.io'] },
  proof: 'the API server decided',
  since: '0.1.0',
})
