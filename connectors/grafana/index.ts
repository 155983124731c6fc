import { defineConnector } from '@vedette/proto/connector'
import { connectGrafana, type GrafanaClient } from './client.ts'
import { configSchema, type GrafanaConfig } from './config.ts'
import { GRAFANA_OPERATIONS } from './operations/index.ts'
import { probeGrafana } from './probe.ts'

// One Grafana organisation: dashboards, data sources, annotations and the alerts that Grafana evaluates itself.
export const grafanaConnector = defineConnector<GrafanaConfig, GrafanaClient>({
  id: 'grafana',
  title: 'Grafana',
  config: configSchema,
  concurrency: 6,
  connect: connectGrafana,
  probe: probeGrafana,
  operations: GRAFANA_OPERATIONS,
  close: async (client) => client.close(),
})
