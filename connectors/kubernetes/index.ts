import { defineConnector } from '@vedette/proto/connector'
import { connectKubernetes, type KubernetesClient } from './client.ts'
import { configSchema, type KubernetesConfig } from './config.ts'
import { declareLeavesOut } from './leave-out.ts'
import { KUBERNETES_OPERATIONS } from './operations/index.ts'
import { PERMISSIONS } from './permissions.ts'
import { probeKubernetes } from './probe.ts'

// One Kubernetes cluster, read through its API server.
export const kubernetesConnector = defineConnector<KubernetesConfig, KubernetesClient>({
  id: 'kubernetes',
  title: 'Kubernetes',
  config: configSchema,
  concurrency: 12,
  connect: connectKubernetes,
  probe: probeKubernetes,
  operations: KUBERNETES_OPERATIONS.map(declareLeavesOut),
  permissions: PERMISSIONS,
  close: async (client) => client.close(),
})
