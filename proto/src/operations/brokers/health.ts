import { z } from 'zod'
import { defineOperation } from '../define.ts'
import { filter } from '../fields.ts'
import { maybe, total } from '../values.ts'

// Nodes, partitions and alarms of a message broker.
export const brokersHealth = defineOperation({
  id: 'brokers.health',
  title: 'Health of a broker',
  describe:
    'Gives the state of a message broker: nodes, controller, partitions that are offline or under-replicated, alarms and space.',
  when: [
    'kafka broker down',
    'under-replicated partitions',
    'rabbitmq alarm',
    'broker disk full',
    'is the broker healthy',
  ],
  contract: 1,
  input: z.strictObject({ broker: filter('Only this broker or cluster, where an instance has several') }),
  output: z.object({
    brokers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        kind: z.enum(['kafka', 'rabbitmq', 'activemq', 'unknown']),
        version: maybe.text,
        state: z.enum(['ok', 'degraded', 'down', 'unknown']),
        because: z.array(z.string()),
        nodes: z.array(
          z.object({
            id: z.string(),
            name: maybe.text,
            up: maybe.flag,
            controller: maybe.flag,
            disk_free_bytes: maybe.number,
            memory_used_bytes: maybe.number,
            alarms: z.array(z.string()),
          }),
        ),
        nodes_expected: maybe.number,
        offline_partitions: maybe.number,
        under_replicated_partitions: maybe.number,
        connections: maybe.number,
      }),
    ),
    total,
  }),
  scope: 'instance',
  tier: 'read',
  freshness: 10,
  permissions: {
    kafka: ['DESCRIBE on Cluster', 'DESCRIBE on Topic'],
    rabbitmq: ['user tag: monitoring'],
    aws: [
      'kafka:ListClustersV2',
      'kafka:DescribeClusterV2',
      'mq:ListBrokers',
      'mq:DescribeBroker',
      'cloudwatch:GetMetricData',
    ],
  },
  proof: 'the broker answered, and each of its nodes was asked or is marked as not seen',
  since: '0.1.0',
})
