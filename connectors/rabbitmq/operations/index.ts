import type { Served } from '@vedette/proto/connector'
import type { RabbitmqClient } from '../client.ts'
import { brokersHealthRabbitmq } from './brokers-health.ts'
import { queuesConsumers } from './queues-consumers-list.ts'
import { queuesDlq } from './queues-dlq-list.ts'
import { queueGet } from './queues-get.ts'
import { queuesListRabbitmq } from './queues-list.ts'

// Every operation that a RabbitMQ cluster answers, by id.
export const RABBITMQ_OPERATIONS: readonly Served<RabbitmqClient>[] = Object.freeze([
  brokersHealthRabbitmq,
  queuesConsumers,
  queuesDlq,
  queueGet,
  queuesListRabbitmq,
])
