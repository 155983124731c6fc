import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { conditionRow, fieldSelector, labelSet, listArguments, ownerField, timeField } from './shapes.ts'

// Objects of a named kind, without their bodies.
export const k8sResourcesList = defineOperation({
  id: 'k8s.resources.list',
  title: 'Objects of any kind',
  describe:
    'Lists objects of any kind that the cluster serves, with conditions and owner; Secrets are refused.',
  when: ['custom resources', 'any kind', 'crd objects', 'kubectl get'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 2000),
    api_version: z
      .string()
      .regex(/^(?:[a-z0-9.-]{1,253}\/)?v[a-z0-9]{1,32}$/, 'must look like apps/v1 or v1')
      .describe('Group and version, such as apps/v1; v1 for the core group'),
    kind: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/, 'must be a kind')
      .describe('Kind, such as Certificate'),
    field_selector: fieldSelector(),
  }),
  output: z.object({
    objects: z.array(
      z.object({
        namespace: z.string().nullable(),
        name: z.string(),
        owner: ownerField,
        labels: labelSet,
        phase: z.string().nullable().describe('status.phase, where the kind has one'),
        conditions: z.array(conditionRow),
        created_at: timeField('Creation'),
        deleting_since: timeField('Set while it is being deleted'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['list *'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  sensitive: true,
  since: '0.1.0',
})
