import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Services of a cluster.
export const k8sServicesList = defineOperation({
  id: 'k8s.services.list',
  title: 'Services',
  describe: 'Lists services with type, addresses, ports, selector and external exposure.',
  when: ['services', 'load balancer', 'external ip', 'pending load balancer', 'which ports'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    services: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        type: z.string(),
        exposed: z.boolean().describe('LoadBalancer, NodePort or external addresses'),
        internal: z
          .boolean()
          .nullable()
          .describe('true when an annotation asks for an internal load balancer'),
        pending: z.boolean().describe('A LoadBalancer without an address yet'),
        cluster_ips: z.array(z.string()),
        external: z.array(z.string()).describe('Addresses and names from outside'),
        ports: z.array(z.string()).describe('name port->target/protocol'),
        selector: z.string().nullable().describe('null: its endpoints are kept by something else'),
        source_ranges: z.array(z.string()).describe('Empty: any source'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list services', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
