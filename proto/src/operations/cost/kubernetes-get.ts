import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, windowFrom, windowTo } from '../fields.ts'
import { DAY, maybe, total } from '../values.ts'
import { currency } from './shapes.ts'

// What workloads cost, by request and by use.
export const costKubernetesGet = defineOperation({
  id: 'cost.kubernetes.get',
  title: 'Cost of Kubernetes workloads',
  describe:
    'Gives what Kubernetes workloads cost in a window, by namespace, workload, label or node, with what is idle or not attributed.',
  when: ['cost per namespace', 'kubernetes cost', 'opencost', 'idle cluster cost', 'cost of a deployment'],
  contract: 1,
  input: z.strictObject({
    group_by: z
      .enum(['namespace', 'workload', 'label', 'node', 'cluster'])
      .default('namespace')
      .describe('Divide by (default: namespace)'),
    label_key: filter('Label to divide by; needed when group_by is label'),
    namespace: filter('Only this namespace'),
    from: windowFrom(),
    to: windowTo(),
    limit: limit(50, 500),
  }),
  output: z.object({
    currency,
    groups: z.array(
      z.object({
        group: maybe.text,
        amount: z.number(),
        cpu_amount: maybe.number,
        memory_amount: maybe.number,
        storage_amount: maybe.number,
        gpu_amount: maybe.number,
        network_amount: maybe.number,
        cpu_efficiency: maybe.number,
        memory_efficiency: maybe.number,
      }),
    ),
    idle_amount: maybe.number,
    shared_amount: maybe.number,
    // `list`: public prices; `billed`: reconciled with the bill of the cloud.
    prices: z.enum(['list', 'billed', 'custom', 'unknown']),
    total,
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 3600,
  permissions: {
    kubernetes: ['get services/proxy of the OpenCost service', 'list nodes', 'list pods'],
    prometheus: ['GET /api/v1/query'],
    datadog: ['cloud_cost_management_read', 'timeseries_query'],
  },
  proof:
    'usage was collected for the whole window and prices are known; hours without data cost nothing only on paper',
  window: { defaultSeconds: 7 * DAY, maxSeconds: 92 * DAY },
  since: '0.1.0',
})
