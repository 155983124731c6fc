import type { BuiltIn } from '@vedette/proto/connector'

// Every connector that the agent knows, by id, each loaded when a configuration names it; adding one adds one line.
export const CONNECTORS: readonly BuiltIn[] = Object.freeze([
  { id: 'host', load: async () => (await import('./host/index.ts')).hostConnector },
  { id: 'kubernetes', load: async () => (await import('./kubernetes/index.ts')).kubernetesConnector },
  { id: 'prometheus', load: async () => (await import('./prometheus/index.ts')).prometheusConnector },
])
