import { type Connector, defineConnector } from '@vedette/proto/connector'
import { connectGrafana, type GrafanaClient } from './client.ts'
import { configSchema, type GrafanaConfig, splitDatasources } from './config.ts'
import { GRAFANA_OPERATIONS } from './operations/index.ts'
import { probeGrafana } from './probe.ts'
import { listThrough, type Speakers, serveThrough } from './through.ts'

// One Grafana organisation: dashboards, annotations and the alerts that Grafana evaluates itself, and through its proxy
// the data sources that are named, each by the connector that speaks its API.
export function createGrafanaConnector(speakers: Speakers): Connector {
  return defineConnector<GrafanaConfig, GrafanaClient>({
    id: 'grafana',
    title: 'Grafana',
    config: configSchema,
    concurrency: 6,
    connect: (config, context) => connectGrafana(config, context, speakers),
    split: splitDatasources,
    probe: probeGrafana,
    operations: [...GRAFANA_OPERATIONS, ...serveThrough(speakers)],
    serves: (config) => [
      ...(config.part === 'datasource'
        ? []
        : GRAFANA_OPERATIONS.map(({ operation }) => operation.id).filter((id) => isConfigured(config, id))),
      ...config.datasources.flatMap(({ kind }) =>
        listThrough(speakers, kind).map(({ operation }) => operation.id),
      ),
    ],
    dialectOf: ({ datasources: [source], part }) =>
      part === 'datasource' && source !== undefined ? speakers[source.kind].dialect : undefined,
    close: async (client) => client.close(),
  })
}

// What only a plugin knows is no source where the configuration does not name it.
function isConfigured({ irm, oncall_url }: GrafanaConfig, id: string): boolean {
  if (id.startsWith('oncall.')) return oncall_url !== undefined
  return irm || !id.startsWith('incidents.')
}
