import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, wanted } from '../fields.ts'
import { maybe } from '../values.ts'

// What the cloud's own evaluation says of an action.
export const cloudIamSimulate = defineOperation({
  id: 'cloud.iam.simulate',
  title: 'May a principal do this',
  describe:
    "Asks the cloud's own policy evaluation whether a principal may do an action on a resource, and which policy decides. Nothing is done.",
  when: [
    'can this role do',
    'why access denied',
    'policy simulator',
    'policy troubleshooter',
    'missing permission',
  ],
  contract: 1,
  input: z.strictObject({
    principal: wanted('User, role or service account'),
    action: wanted('Action or permission (s3:GetObject, storage.objects.get)'),
    resource: filter('Resource, by id or full name (default: any)'),
  }),
  output: z.object({
    principal: z.string(),
    action: z.string(),
    resource: maybe.text,
    decision: z.enum(['allowed', 'denied_explicitly', 'denied_by_default', 'unknown']),
    by: z.array(z.object({ policy: z.string(), kind: maybe.text, effect: maybe.text })),
    missing_context: maybe.texts,
    // Kinds of policy that the evaluation leaves out.
    not_evaluated: z.array(z.string()),
  }),
  scope: 'account',
  tier: 'read',
  freshness: 60,
  permissions: {
    aws: ['iam:SimulatePrincipalPolicy', 'iam:GetContextKeysForPrincipalPolicy'],
    gcp: [
      'policytroubleshooter.googleapis.com enabled',
      'iam.roles.get',
      'resourcemanager.projects.getIamPolicy',
    ],
  },
  proof:
    'never: a decision is one item; policies of resources and of the organisation may be left out and are then named',
  since: '0.1.0',
})
