import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Current use of pods, from the metrics API.
export const k8sPodsTop = defineOperation({
  id: 'k8s.pods.top',
  title: 'Use of pods',
  describe: 'Gives processor and memory use of each pod and its containers now.',
  when: ['kubectl top pods', 'memory of a pod', 'cpu of a pod', 'who uses the memory'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
    sort: z
      .enum(['cpu', 'memory', 'name'])
      .default('memory')
      .describe('cpu and memory give the largest first'),
  }),
  output: z.object({
    pods: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        cpu_cores: z.number().nullable(),
        memory_bytes: z.number().nullable(),
        measured_at: timeField('End of the measured window'),
        window_seconds: z.number().nullable(),
        containers: z.array(
          z.object({
            name: z.string(),
            cpu_cores: z.number().nullable(),
            memory_bytes: z.number().nullable(),
          }),
        ),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 15,
  permissions: { kubernetes: ['list pods.metrics.k8s.io', 'get namespaces', 'list namespaces'] },
  proof:
    'the metrics API answered and the namespace exists; none may also mean that no pod has been measured yet',
  since: '0.1.0',
})
