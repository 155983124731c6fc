import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter, limit, wanted } from '../fields.ts'
import { total } from '../values.ts'
import { serviceEvent } from './shapes.ts'

// What a container platform tells of a service.
export const cloudServicesEvents = defineOperation({
  id: 'cloud.services.events',
  title: 'Events of a container service',
  describe:
    'Lists what the container platform tells of one service: placements, health check failures, roll-backs, steady states; newest first.',
  when: [
    'ecs service events',
    'unable to place task',
    'health check failed',
    'why does the service not start',
  ],
  contract: 1,
  input: z.strictObject({
    service: wanted('Service, as cloud_services_list gives it'),
    cluster: filter('Container cluster of the service'),
    limit: limit(50, 200),
  }),
  output: z.object({ service: z.string(), events: z.array(serviceEvent), total }),
  scope: 'account',
  tier: 'read',
  freshness: 15,
  permissions: {
    aws: ['ecs:DescribeServices'],
    gcp: ['run.services.get', 'run.revisions.list', 'logging.logEntries.list'],
  },
  proof: 'the service exists; ECS keeps its newest 100 events, and what is older was not seen',
  since: '0.1.0',
})
