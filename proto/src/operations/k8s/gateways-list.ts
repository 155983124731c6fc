import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { listArguments, messageField, timeField } from './shapes.ts'

// Gateway API gateways of a cluster.
export const k8sGatewaysList = defineOperation({
  id: 'k8s.gateways.list',
  title: 'Gateways',
  describe:
    'Lists Gateway API gateways with class, listeners, attached routes, addresses and whether programmed.',
  when: ['gateway api', 'listeners', 'attached routes', 'gateway not programmed'],
  contract: 1,
  input: z.strictObject({
    ...listArguments(100, 2000),
  }),
  output: z.object({
    gateways: z.array(
      z.object({
        namespace: z.string(),
        name: z.string(),
        class: z.string(),
        programmed: z.boolean().nullable(),
        accepted: z.boolean().nullable(),
        message: messageField('What a failed condition says'),
        addresses: z.array(z.string()),
        listeners: z.array(
          z.object({
            name: z.string(),
            protocol: z.string(),
            port: z.number(),
            hostname: z.string().nullable(),
            attached_routes: z.number().nullable(),
            certificates: z.array(z.string()).describe('Names of secrets only'),
          }),
        ),
        created_at: timeField('Creation'),
      }),
    ),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 60,
  permissions: {
    kubernetes: ['list gateways.gateway.networking.k8s.io', 'get namespaces', 'list namespaces'],
  },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
