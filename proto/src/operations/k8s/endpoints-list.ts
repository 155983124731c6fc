import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { cursor, limit } from '../fields.ts'
import { namespaceName, objectName } from './shapes.ts'

// What stands behind each service.
export const k8sEndpointsList = defineOperation({
  id: 'k8s.endpoints.list',
  title: 'Endpoints',
  describe: 'Lists the addresses behind services, ready or not, with pod, node and zone.',
  when: ['no endpoints', 'service has no backends', 'not ready addresses', 'endpoint slices'],
  contract: 1,
  input: z.strictObject({
    namespace: namespaceName(),
    service: objectName('Only this service').optional(),
    limit: limit(200, 5000),
    cursor: cursor(),
  }),
  output: z.object({
    endpoints: z.array(
      z.object({
        namespace: z.string(),
        service: z.string().nullable(),
        slice: z.string(),
        address: z.string(),
        ready: z.boolean().nullable().describe('null: the controller does not say'),
        serving: z.boolean().nullable(),
        terminating: z.boolean().nullable(),
        target: z.string().nullable().describe('Kind/name behind the address'),
        node: z.string().nullable(),
        zone: z.string().nullable(),
        ports: z.array(z.string()),
      }),
    ),
    services: z
      .array(z.object({ name: z.string(), ready: z.number(), not_ready: z.number() }))
      .describe('Addresses counted by service; one without any stands here with zeros'),
  }),
  scope: 'cluster',
  tier: 'read',
  freshness: 15,
  permissions: { kubernetes: ['list endpointslices.discovery.k8s.io', 'list services', 'get namespaces'] },
  proof: 'the whole list was read, the verb is allowed and the namespace exists',
  since: '0.1.0',
})
