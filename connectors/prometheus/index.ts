import { defineConnector } from '@vedette/proto/connector'
import { connectPrometheus, type PrometheusClient } from './client.ts'
import { configSchema, type PrometheusConfig } from './config.ts'
import { PROMETHEUS_OPERATIONS } from './operations/index.ts'
import { probePrometheus } from './probe.ts'
import { findRefusal } from './serves.ts'

// Prometheus and what speaks its HTTP API, with the Alertmanager beside it.
export const prometheusConnector = defineConnector<PrometheusConfig, PrometheusClient>({
  id: 'prometheus',
  title: 'Prometheus and Alertmanager',
  config: configSchema,
  dialect: 'promql',
  concurrency: 12,
  connect: connectPrometheus,
  probe: probePrometheus,
  operations: PROMETHEUS_OPERATIONS,
  serves: (config) =>
    PROMETHEUS_OPERATIONS.map((one) => one.operation.id).filter(
      (id) => findRefusal(config, id) === undefined,
    ),
  close: async (client) => client.close(),
})
