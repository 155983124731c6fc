import { cloudK8sClustersGet } from '@vedette/proto/operations'
import { z } from 'zod'
import { collect } from '../answers.ts'
import { findCluster, toCluster, toIssues } from '../clusters.ts'
import { createNotes, serveFind } from '../reading.ts'
import { lastOf, maybeText, maybeTime } from '../values.ts'

const change = z.object({
  name: z.string(),
  operationType: z.string(),
  status: z.string(),
  startTime: maybeTime,
  targetLink: maybeText,
  error: z.object({ message: maybeText }).optional(),
})

// One cluster of GKE with its network, its limits and what was changed lately.
export const serveK8sClustersGet = serveFind(cloudK8sClustersGet, {
  field: 'cluster',
  async find(reader, input) {
    const one = await findCluster(reader, input.cluster)
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const changes = await notes.seek(
      collect(reader, {
        service: 'container',
        path: ['projects', reader.project.id, 'locations', one.location, 'operations'],
        field: 'operations',
        row: change,
        needs: 'container.operations.list',
      }),
    )
    const encryption = one.databaseEncryption?.state ?? null
    const value = {
      cluster: toCluster(reader, one),
      endpoint: one.endpoint === null ? null : `https://${one.endpoint}`,
      allowed_cidrs:
        one.masterAuthorizedNetworksConfig?.enabled === true
          ? one.masterAuthorizedNetworksConfig.cidrBlocks.flatMap((it) => it.cidrBlock ?? [])
          : null,
      network: one.network,
      subnets: one.subnetwork === null ? null : [one.subnetwork],
      service_cidr: one.servicesIpv4Cidr,
      pod_cidr: one.clusterIpv4Cidr,
      control_plane_logs: one.loggingConfig?.componentConfig?.enableComponents ?? null,
      // Encrypted with a key of the customer's own, above what Google does by itself.
      secrets_encrypted: encryption === null ? null : encryption === 'ENCRYPTED',
      identity_issuer: null,
      role: null,
      maintenance_window: one.maintenancePolicy?.window?.dailyMaintenanceWindow?.startTime ?? null,
      issues: toIssues(one.conditions),
      updates:
        changes?.paged.items
          .filter((it) => (it.targetLink ?? '').includes(`/clusters/${one.name}`))
          .map((it) => ({
            id: lastOf(it.name),
            kind: it.operationType,
            state: it.status,
            created_at: it.startTime,
            error: it.error?.message ?? null,
          })) ?? null,
    }
    return { value, notes: [...notes.parts(), ...(changes?.gaps ?? [])] }
  },
})
