import { defineConnector } from '@vedette/proto/connector'
import { type ArgocdClient, connectArgocd } from './client.ts'
import { type ArgocdConfig, configSchema } from './config.ts'
import { ARGOCD_OPERATIONS } from './operations/index.ts'
import { renderPolicy } from './permissions.ts'
import { probeArgocd } from './probe.ts'

// Applications of one Argo CD server, by its API.
export const argocdConnector = defineConnector<ArgocdConfig, ArgocdClient>({
  id: 'argocd',
  title: 'Argo CD',
  config: configSchema,
  concurrency: 6,
  connect: connectArgocd,
  probe: probeArgocd,
  operations: ARGOCD_OPERATIONS,
  permissions: { language: 'yaml', render: renderPolicy },
  close: async (client) => client.close(),
})
