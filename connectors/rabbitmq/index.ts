import { defineConnector } from '@vedette/proto/connector'
import { connectRabbitmq, type RabbitmqClient } from './client.ts'
import { configSchema, type RabbitmqConfig } from './config.ts'
import { RABBITMQ_OPERATIONS } from './operations/index.ts'
import { probeRabbitmq } from './probe.ts'

// RabbitMQ, by its management API.
export const rabbitmqConnector = defineConnector<RabbitmqConfig, RabbitmqClient>({
  id: 'rabbitmq',
  title: 'RabbitMQ',
  config: configSchema,
  concurrency: 6,
  connect: connectRabbitmq,
  probe: probeRabbitmq,
  operations: RABBITMQ_OPERATIONS,
  close: async (client) => client.close(),
})
