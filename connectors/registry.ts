import type { BuiltIn, Connector } from '@vedette/proto/connector'

// Every connector that the agent knows, by id, each loaded when a configuration names it; adding one adds one line.
export const CONNECTORS: readonly BuiltIn[] = Object.freeze([
  { id: 'argocd', load: async () => (await import('./argocd/index.ts')).argocdConnector },
  { id: 'aws', load: async () => (await import('./aws/index.ts')).awsConnector },
  { id: 'datadog', load: async () => (await import('./datadog/index.ts')).datadogConnector },
  { id: 'gcp', load: async () => (await import('./gcp/index.ts')).gcpConnector },
  { id: 'github', load: async () => (await import('./github/index.ts')).githubConnector },
  { id: 'gitlab', load: async () => (await import('./gitlab/index.ts')).gitlabConnector },
  {
    id: 'grafana',
    load: async () => (await import('./grafana/index.ts')).createGrafanaConnector(await loadSpeakers()),
  },
  { id: 'host', load: async () => (await import('./host/index.ts')).hostConnector },
  { id: 'kubernetes', load: async () => (await import('./kubernetes/index.ts')).kubernetesConnector },
  { id: 'loki', load: async () => (await import('./loki/index.ts')).lokiConnector },
  { id: 'magalu', load: async () => (await import('./magalu/index.ts')).magaluConnector },
  { id: 'mcp', load: async () => (await import('./mcp/index.ts')).mcpConnector },
  { id: 'pagerduty', load: async () => (await import('./pagerduty/index.ts')).pagerdutyConnector },
  { id: 'postgres', load: async () => (await import('./postgres/index.ts')).postgresConnector },
  { id: 'prometheus', load: async () => (await import('./prometheus/index.ts')).prometheusConnector },
  { id: 'rabbitmq', load: async () => (await import('./rabbitmq/index.ts')).rabbitmqConnector },
  { id: 'redis', load: async () => (await import('./redis/index.ts')).redisConnector },
  { id: 'sentry', load: async () => (await import('./sentry/index.ts')).sentryConnector },
  { id: 'signoz', load: async () => (await import('./signoz/index.ts')).signozConnector },
  { id: 'tempo', load: async () => (await import('./tempo/index.ts')).tempoConnector },
])

// Grafana asks data sources through the connectors that speak their APIs; no connector knows another but by what it is
// handed here.
async function loadSpeakers() {
  const [prometheus, loki, tempo] = await Promise.all(['prometheus', 'loki', 'tempo'].map(loadBuiltIn))
  if (prometheus === undefined || loki === undefined || tempo === undefined)
    throw new TypeError('a connector that Grafana is handed is not built in')
  return { prometheus, loki, tempo }
}

async function loadBuiltIn(wanted: string): Promise<Connector | undefined> {
  return CONNECTORS.find(({ id }) => id === wanted)?.load()
}
