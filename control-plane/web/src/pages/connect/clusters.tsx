import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/index.ts'
import { AsyncState } from '../../parts/async-state.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Time } from '../../parts/time.tsx'
import { InstallLines } from './install-lines.tsx'
import { RegisterCluster } from './register-cluster.tsx'

type Cluster = Readonly<{
  alias: string
  agent: string
  namespace: string
  serviceaccount: string
  issuer: string
  jwks: unknown
  registered_at: string
}>

// Clusters that are registered ahead: their agents are let in by the cluster's own tokens.
export function Clusters() {
  const query = useQuery({
    queryKey: ['clusters'],
    queryFn: ({ signal }) => get<Readonly<{ clusters: readonly Cluster[] }>>('/api/v1/clusters', signal),
  })
  return (
    <>
      <h2>Clusters</h2>
      <AsyncState
        what="the registered clusters"
        query={query}
        isEmpty={({ clusters }) => clusters.length === 0}
        empty="No cluster is registered."
      >
        {({ clusters }) => (
          <DataTable
            label="Registered clusters"
            rows={clusters}
            keyOf={({ alias }) => alias}
            columns={[
              { title: 'Alias', cell: ({ alias }) => alias },
              { title: 'Issuer', cell: ({ issuer }) => issuer },
              { title: 'Keys', cell: ({ jwks }) => (jwks === null ? 'read from the issuer' : 'uploaded') },
              {
                title: 'ServiceAccount',
                cell: ({ namespace, serviceaccount }) => `${namespace}/${serviceaccount}`,
              },
              { title: 'Agent', cell: ({ agent }) => agent },
              { title: 'Registered', cell: ({ registered_at }) => <Time at={registered_at} /> },
            ]}
          />
        )}
      </AsyncState>
      <h3>Register a cluster</h3>
      <RegisterCluster />
      <h3>Install its agent</h3>
      <InstallLines method="kubernetes" />
    </>
  )
}
