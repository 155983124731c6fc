import { z } from 'zod'
import { defineOperation } from '../define.ts'
import {
  conditionRow,
  containerSpec,
  labelSet,
  messageField,
  namespaceName,
  objectName,
  timeField,
  volumeRow,
} from './shapes.ts'

// One deployment in full, without the value of any variable.
export const k8sDeploymentsGet = defineOperation({
  id: 'k8s.deployments.get',
  title: 'Deployment',
  describe:
    'Shows one deployment: replicas, conditions, selector, containers with limits, probes and env sources.',
  when: ['describe deployment', 'selector of a deployment', 'limits of a deployment', 'rollout status'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    name: objectName('Deployment name'),
  }),
  output: z.object({
    deployment: z.object({
      namespace: z.string(),
      name: z.string(),
      uid: z.string(),
      resource_version: z.string(),
      desired: z.number(),
      ready: z.number(),
      updated: z.number(),
      available: z.number(),
      unavailable: z.number(),
      problem: z.string().nullable(),
      message: messageField('What the condition behind the problem says'),
      paused: z.boolean(),
      generation: z.number(),
      observed_generation: z.number(),
      revision: z.string().nullable(),
      change_cause: z.string().nullable(),
      strategy: z.string().nullable(),
      max_surge: z.string().nullable(),
      max_unavailable: z.string().nullable(),
      progress_deadline_seconds: z.number().nullable(),
      selector: z
        .string()
        .nullable()
        .describe('Label selector of its pods; null when it cannot be written as one'),
      labels: labelSet,
      annotations: labelSet.describe('Without last-applied-configuration'),
      conditions: z.array(conditionRow),
      service_account: z.string().nullable(),
      node_selector: labelSet,
      tolerations: z.array(z.string()),
      init_containers: z.array(containerSpec),
      containers: z.array(containerSpec),
      volumes: z.array(volumeRow),
      created_at: timeField('Creation'),
    }),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 30,
  permissions: { kubernetes: ['get deployments.apps'] },
  proof: 'the deployment was read; an unknown name is refused',
  sensitive: true,
  since: '0.1.0',
})
