import type { Served } from '@vedette/proto/connector'
import type { MagaluClient } from '../client.ts'
import { serveCloudAccountsList } from './cloud-accounts-list.ts'
import { serveCloudAuditEventsSearch } from './cloud-audit-events-search.ts'
import { serveCloudCertificatesList } from './cloud-certificates-list.ts'
import { serveCloudDatabasesBackups } from './cloud-databases-backups.ts'
import { serveCloudDatabasesGet } from './cloud-databases-get.ts'
import { serveCloudDatabasesList } from './cloud-databases-list.ts'
import { serveCloudDatabasesParameters } from './cloud-databases-parameters.ts'
import { serveCloudDisksList } from './cloud-disks-list.ts'
import { serveCloudIamKeysList } from './cloud-iam-keys-list.ts'
import { serveCloudIamPoliciesGet } from './cloud-iam-policies-get.ts'
import { serveCloudIamPrincipalsList } from './cloud-iam-principals-list.ts'
import { serveCloudIamRolesList } from './cloud-iam-roles-list.ts'
import { serveCloudIdentityGet } from './cloud-identity-get.ts'
import { serveCloudInstancesGet } from './cloud-instances-get.ts'
import { serveCloudInstancesList } from './cloud-instances-list.ts'
import { serveCloudInterfacesFind } from './cloud-interfaces-find.ts'
import { serveCloudK8sClustersGet } from './cloud-k8s-clusters-get.ts'
import { serveCloudK8sClustersList } from './cloud-k8s-clusters-list.ts'
import { serveCloudK8sNodePoolsList } from './cloud-k8s-node-pools-list.ts'
import { serveCloudK8sVersionsList } from './cloud-k8s-versions-list.ts'
import { serveCloudLoadBalancersGet } from './cloud-load-balancers-get.ts'
import { serveCloudLoadBalancersList } from './cloud-load-balancers-list.ts'
import { serveCloudNatGatewaysList } from './cloud-nat-gateways-list.ts'
import { serveCloudNetworksGet } from './cloud-networks-get.ts'
import { serveCloudNetworksList } from './cloud-networks-list.ts'
import { serveCloudPublicIpsList } from './cloud-public-ips-list.ts'
import { serveCloudRegionsList } from './cloud-regions-list.ts'
import { serveCloudRoutesList } from './cloud-routes-list.ts'
import { serveCloudSecurityGroupsList } from './cloud-security-groups-list.ts'
import { serveCloudSecurityGroupsRules } from './cloud-security-groups-rules.ts'
import { serveCloudSnapshotsList } from './cloud-snapshots-list.ts'
import { serveCloudSubnetsList } from './cloud-subnets-list.ts'

// What Magalu Cloud serves, by id.
export const MAGALU_OPERATIONS: readonly Served<MagaluClient>[] = Object.freeze([
  serveCloudAccountsList,
  serveCloudAuditEventsSearch,
  serveCloudCertificatesList,
  serveCloudDatabasesBackups,
  serveCloudDatabasesGet,
  serveCloudDatabasesList,
  serveCloudDatabasesParameters,
  serveCloudDisksList,
  serveCloudIamKeysList,
  serveCloudIamPoliciesGet,
  serveCloudIamPrincipalsList,
  serveCloudIamRolesList,
  serveCloudIdentityGet,
  serveCloudInstancesGet,
  serveCloudInstancesList,
  serveCloudInterfacesFind,
  serveCloudK8sClustersGet,
  serveCloudK8sClustersList,
  serveCloudK8sNodePoolsList,
  serveCloudK8sVersionsList,
  serveCloudLoadBalancersGet,
  serveCloudLoadBalancersList,
  serveCloudNatGatewaysList,
  serveCloudNetworksGet,
  serveCloudNetworksList,
  serveCloudPublicIpsList,
  serveCloudRegionsList,
  serveCloudRoutesList,
  serveCloudSecurityGroupsList,
  serveCloudSecurityGroupsRules,
  serveCloudSnapshotsList,
  serveCloudSubnetsList,
])
