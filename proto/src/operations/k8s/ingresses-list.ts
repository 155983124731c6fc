import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, timeField } from './shapes.ts'

// Ingresses of a cluster.
export const k8sIngressesList = defineOperation({
  id: 'k8s.ingresses.list',
  title: 'Ingresses',
  describe: 'Lists ingresses with class, hosts, paths, backends, addresses and TLS secret names.',
  when: ['ingress', 'which host goes where', 'public hostnames', 'tls of a host'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 5000),
  }),
  output: z.object({
    ingresses: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        class: z.string().nullable(),
        hosts: z.array(z.string()),
        rules: z.array(z.string()).describe('host/path -> service:port'),
        tls: z.array(z.string()).describe('secret: hosts; the name of the secret only'),
        addresses: z.array(z.string()).describe('Empty: no controller has taken it'),
        internal: z
          .boolean()
          .nullable()
          .describe('true when an annotation asks for an internal load balancer'),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: { kubernetes: ['list ingresses.networking.k8s.io', 'get namespaces', 'list namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
