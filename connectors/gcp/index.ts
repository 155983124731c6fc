import { defineConnector } from '@vedette/proto/connector'
import { connectGcp, type GcpClient } from './client.ts'
import { configSchema, type GcpConfig, splitProjects } from './config.ts'
import { GCP_OPERATIONS } from './operations/index.ts'
import { renderRole } from './permissions.ts'
import { probeGcp } from './probe.ts'

// Google Cloud: one instance for each project.
export const gcpConnector = defineConnector<GcpConfig, GcpClient>({
  id: 'gcp',
  title: 'Google Cloud',
  config: configSchema,
  dialect: 'cloud_monitoring',
  concurrency: 12,
  connect: connectGcp,
  split: splitProjects,
  probe: probeGcp,
  operations: GCP_OPERATIONS,
  permissions: { language: 'json', render: renderRole },
  close: async (client) => client.close(),
})
