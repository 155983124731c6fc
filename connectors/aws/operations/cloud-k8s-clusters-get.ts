import { sideBySide } from '@vedette/connectors/kit'
import { cloudK8sClustersGet } from '@vedette/proto/operations'
import { type Cluster, findCluster, toClusterRow, toIssues } from '../clusters.ts'
import type { Reader } from '../connect.ts'
import { createNotes } from '../pages.ts'
import { serveFind } from '../reading.ts'
import { need, texts, told, toTime } from '../values.ts'

const UPDATES = 10

// One EKS cluster with its access, its switches and its latest updates.
export const serveK8sClustersGet = serveFind(cloudK8sClustersGet, {
  field: 'cluster',
  async find(reader, { cluster }) {
    const one = await findCluster(reader, cluster)
    if (one === undefined) return undefined
    const notes = createNotes(reader)
    const updates = await notes.seek(readUpdates(reader, one.name ?? cluster))
    return { value: { ...describe(reader, one), updates }, notes: notes.parts() }
  },
})

function describe(reader: Reader, one: Cluster) {
  const network = one.kubernetesNetworkConfig
  const logs = (one.logging?.clusterLogging ?? [])
    .filter((it) => it.enabled === true)
    .flatMap((it) => it.types ?? [])
  return {
    cluster: toClusterRow(reader, one),
    endpoint: told(one.endpoint),
    allowed_cidrs:
      one.resourcesVpcConfig?.publicAccessCidrs === undefined
        ? null
        : texts(one.resourcesVpcConfig.publicAccessCidrs),
    network: told(one.resourcesVpcConfig?.vpcId),
    subnets: texts(one.resourcesVpcConfig?.subnetIds),
    service_cidr: told(network?.serviceIpv4Cidr ?? network?.serviceIpv6Cidr),
    pod_cidr: null,
    control_plane_logs: texts(logs),
    secrets_encrypted: (one.encryptionConfig ?? []).some((it) => it.resources?.includes('secrets') === true),
    identity_issuer: told(one.identity?.oidc?.issuer),
    role: one.roleArn ?? null,
    maintenance_window: null,
    issues: toIssues(one.health?.issues),
  }
}

async function readUpdates(reader: Reader, name: string) {
  const said = await reader.call('eks', 'listUpdates', { name, maxResults: UPDATES })
  const all = await sideBySide(texts(need(said.updateIds)), 4, async (updateId) =>
    need((await reader.call('eks', 'describeUpdate', { name, updateId })).update),
  )
  return all.map((one) => ({
    id: one.id ?? '',
    kind: one.type ?? 'unknown',
    state: one.status ?? 'unknown',
    created_at: toTime(one.createdAt),
    error: told(one.errors?.[0]?.errorMessage),
  }))
}
