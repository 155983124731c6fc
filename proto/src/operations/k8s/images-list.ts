import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments } from './shapes.ts'

// Images in use, counted over pods.
export const k8sImagesList = defineOperation({
  id: 'k8s.images.list',
  title: 'Images in use',
  describe: 'Lists the container images that pods run now, with digests, how many pods and which workloads.',
  when: ['images', 'which version runs where', 'image tag', 'latest tag', 'registry'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 2000),
  }),
  output: z.object({
    images: z.array(
      z.object({
        image: z.string(),
        digests: z.array(z.string()).describe('Several for one tag: not all pods run the same'),
        pods: z.number(),
        namespaces: z.array(z.string()),
        workloads: z.array(z.string()).describe('namespace/Kind/name, at most 20'),
        failing: z.number().describe('Containers that cannot pull it now'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list pods', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
