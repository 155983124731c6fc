import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { namespaceName, objectName } from './shapes.ts'

// One object of a named kind.
export const k8sResourcesGet = defineOperation({
  id: 'k8s.resources.get',
  title: 'Object of any kind',
  describe:
    'Shows one object of any kind as the cluster holds it, without managed fields, variables and secret data.',
  when: ['custom resource', 'yaml of an object', 'spec and status', 'kubectl get -o yaml'],
  contract: 1,
  input: z.strictObject({
    api_version: z
      .string()
      .regex(/^(?:[a-z0-9.-]{1,253}\/)?v[a-z0-9]{1,32}$/, 'must look like apps/v1 or v1')
      .describe('Group and version, such as apps/v1; v1 for the core group'),
    kind: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]{0,62}$/, 'must be a kind')
      .describe('Kind, such as Certificate'),
    namespace: namespaceName().optional().describe('Needed when the kind belongs to namespaces'),
    name: objectName('Object name'),
  }),
  output: z.object({
    object: z.looseObject({}).describe('As the cluster holds it'),
    withheld: z.array(z.string()).describe('Paths whose values are not shown'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['get *'] },
  proof: 'the object was read; an unknown name is refused',
  sensitive: true,
  since: '0.1.0',
})
