import { cloudK8sClustersGet } from '@vedette/proto/operations'
import { readCluster, readClusters, toCluster } from '../kubernetes.ts'
import { pickOne, serveFind } from '../reading.ts'

const WELL = ['running', 'active', 'created']

// One managed cluster by id or name.
export const serveCloudK8sClustersGet = serveFind(cloudK8sClustersGet, {
  field: 'cluster',
  async find(site, input) {
    const listed = pickOne(await readClusters(site), input.cluster, 'cluster', ({ id, name }) => [id, name])
    const one = listed === undefined ? undefined : await readCluster(site, listed.id)
    if (one === undefined) return undefined
    const api = one.kube_api_server
    const address = api?.floating_ip ?? api?.fixed_ip
    const state = one.status?.state ?? 'unknown'
    const isWell = WELL.includes(state.toLowerCase())
    return {
      value: {
        cluster: toCluster(site, one),
        endpoint: address ? `https://${address}${api?.port == null ? '' : `:${api.port}`}` : null,
        allowed_cidrs: one.allowed_cidrs ?? null,
        network: one.network?.vpc_id ?? null,
        subnets: one.network?.subnets == null ? null : one.network.subnets.flatMap(({ id }) => id ?? []),
        service_cidr: one.services_ipv4_cidr ?? null,
        pod_cidr: one.cluster_ipv4_cidr ?? null,
        control_plane_logs: null,
        secrets_encrypted: null,
        identity_issuer: null,
        role: null,
        maintenance_window: null,
        issues: isWell ? [] : [{ code: state, message: one.status?.message ?? null }],
        updates: null,
      },
    }
  },
})
