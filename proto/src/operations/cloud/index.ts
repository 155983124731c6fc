import type { OperationDefinition } from '../define.ts'
import { cloudAccountsList } from './accounts-list.ts'
import { cloudAuditEventsSearch } from './audit-events-search.ts'
import { cloudAutoscalingActivities } from './autoscaling-activities.ts'
import { cloudAutoscalingList } from './autoscaling-list.ts'
import { cloudBackupsList } from './backups-list.ts'
import { cloudBucketsGet } from './buckets-get.ts'
import { cloudBucketsList } from './buckets-list.ts'
import { cloudCachesList } from './caches-list.ts'
import { cloudCdnsList } from './cdns-list.ts'
import { cloudCertificatesList } from './certificates-list.ts'
import { cloudDatabasesBackups } from './databases-backups.ts'
import { cloudDatabasesEvents } from './databases-events.ts'
import { cloudDatabasesGet } from './databases-get.ts'
import { cloudDatabasesList } from './databases-list.ts'
import { cloudDatabasesLogs } from './databases-logs.ts'
import { cloudDatabasesMaintenance } from './databases-maintenance.ts'
import { cloudDatabasesParameters } from './databases-parameters.ts'
import { cloudDisksList } from './disks-list.ts'
import { cloudDnsRecordsList } from './dns-records-list.ts'
import { cloudDnsZonesList } from './dns-zones-list.ts'
import { cloudFirewallsList } from './firewalls-list.ts'
import { cloudFlowLogsSearch } from './flow-logs-search.ts'
import { cloudFunctionsGet } from './functions-get.ts'
import { cloudFunctionsList } from './functions-list.ts'
import { cloudFunctionsTriggers } from './functions-triggers.ts'
import { cloudIamKeysList } from './iam-keys-list.ts'
import { cloudIamPoliciesGet } from './iam-policies-get.ts'
import { cloudIamPrincipalsList } from './iam-principals-list.ts'
import { cloudIamRolesList } from './iam-roles-list.ts'
import { cloudIamSimulate } from './iam-simulate.ts'
import { cloudIdentityGet } from './identity-get.ts'
import { cloudImagesList } from './images-list.ts'
import { cloudInstancesGet } from './instances-get.ts'
import { cloudInstancesList } from './instances-list.ts'
import { cloudInstancesStatus } from './instances-status.ts'
import { cloudInterfacesFind } from './interfaces-find.ts'
import { cloudK8sAddonsList } from './k8s-addons-list.ts'
import { cloudK8sClustersGet } from './k8s-clusters-get.ts'
import { cloudK8sClustersList } from './k8s-clusters-list.ts'
import { cloudK8sInsightsList } from './k8s-insights-list.ts'
import { cloudK8sNodePoolsList } from './k8s-node-pools-list.ts'
import { cloudK8sVersionsList } from './k8s-versions-list.ts'
import { cloudLoadBalancersGet } from './load-balancers-get.ts'
import { cloudLoadBalancersList } from './load-balancers-list.ts'
import { cloudMachineTypesList } from './machine-types-list.ts'
import { cloudNatGatewaysList } from './nat-gateways-list.ts'
import { cloudNetworkAclsList } from './network-acls-list.ts'
import { cloudNetworksGet } from './networks-get.ts'
import { cloudNetworksList } from './networks-list.ts'
import { cloudPathTrace } from './path-trace.ts'
import { cloudPeeringsList } from './peerings-list.ts'
import { cloudPublicIpsList } from './public-ips-list.ts'
import { cloudQuotasList } from './quotas-list.ts'
import { cloudRegionsList } from './regions-list.ts'
import { cloudResourcesSearch } from './resources-search.ts'
import { cloudRoutesList } from './routes-list.ts'
import { cloudSecretsList } from './secrets-list.ts'
import { cloudSecurityFindingsList } from './security-findings-list.ts'
import { cloudSecurityGroupsList } from './security-groups-list.ts'
import { cloudSecurityGroupsRules } from './security-groups-rules.ts'
import { cloudServiceHealthList } from './service-health-list.ts'
import { cloudServicesEvents } from './services-events.ts'
import { cloudServicesList } from './services-list.ts'
import { cloudSnapshotsList } from './snapshots-list.ts'
import { cloudStacksEvents } from './stacks-events.ts'
import { cloudSubnetsList } from './subnets-list.ts'
import { cloudTargetHealthList } from './target-health-list.ts'
import { cloudTasksList } from './tasks-list.ts'
import { cloudVpnsList } from './vpns-list.ts'

export {
  cloudAccountsList,
  cloudAuditEventsSearch,
  cloudAutoscalingActivities,
  cloudAutoscalingList,
  cloudBackupsList,
  cloudBucketsGet,
  cloudBucketsList,
  cloudCachesList,
  cloudCdnsList,
  cloudCertificatesList,
  cloudDatabasesBackups,
  cloudDatabasesEvents,
  cloudDatabasesGet,
  cloudDatabasesList,
  cloudDatabasesLogs,
  cloudDatabasesMaintenance,
  cloudDatabasesParameters,
  cloudDisksList,
  cloudDnsRecordsList,
  cloudDnsZonesList,
  cloudFirewallsList,
  cloudFlowLogsSearch,
  cloudFunctionsGet,
  cloudFunctionsList,
  cloudFunctionsTriggers,
  cloudIamKeysList,
  cloudIamPoliciesGet,
  cloudIamPrincipalsList,
  cloudIamRolesList,
  cloudIamSimulate,
  cloudIdentityGet,
  cloudImagesList,
  cloudInstancesGet,
  cloudInstancesList,
  cloudInstancesStatus,
  cloudInterfacesFind,
  cloudK8sAddonsList,
  cloudK8sClustersGet,
  cloudK8sClustersList,
  cloudK8sInsightsList,
  cloudK8sNodePoolsList,
  cloudK8sVersionsList,
  cloudLoadBalancersGet,
  cloudLoadBalancersList,
  cloudMachineTypesList,
  cloudNatGatewaysList,
  cloudNetworkAclsList,
  cloudNetworksGet,
  cloudNetworksList,
  cloudPathTrace,
  cloudPeeringsList,
  cloudPublicIpsList,
  cloudQuotasList,
  cloudRegionsList,
  cloudResourcesSearch,
  cloudRoutesList,
  cloudSecretsList,
  cloudSecurityFindingsList,
  cloudSecurityGroupsList,
  cloudSecurityGroupsRules,
  cloudServiceHealthList,
  cloudServicesEvents,
  cloudServicesList,
  cloudSnapshotsList,
  cloudStacksEvents,
  cloudSubnetsList,
  cloudTargetHealthList,
  cloudTasksList,
  cloudVpnsList,
}

// Every operation `cloud.*`, in the order of their ids.
export const CLOUD_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  cloudAccountsList,
  cloudAuditEventsSearch,
  cloudAutoscalingActivities,
  cloudAutoscalingList,
  cloudBackupsList,
  cloudBucketsGet,
  cloudBucketsList,
  cloudCachesList,
  cloudCdnsList,
  cloudCertificatesList,
  cloudDatabasesBackups,
  cloudDatabasesEvents,
  cloudDatabasesGet,
  cloudDatabasesList,
  cloudDatabasesLogs,
  cloudDatabasesMaintenance,
  cloudDatabasesParameters,
  cloudDisksList,
  cloudDnsRecordsList,
  cloudDnsZonesList,
  cloudFirewallsList,
  cloudFlowLogsSearch,
  cloudFunctionsGet,
  cloudFunctionsList,
  cloudFunctionsTriggers,
  cloudIamKeysList,
  cloudIamPoliciesGet,
  cloudIamPrincipalsList,
  cloudIamRolesList,
  cloudIamSimulate,
  cloudIdentityGet,
  cloudImagesList,
  cloudInstancesGet,
  cloudInstancesList,
  cloudInstancesStatus,
  cloudInterfacesFind,
  cloudK8sAddonsList,
  cloudK8sClustersGet,
  cloudK8sClustersList,
  cloudK8sInsightsList,
  cloudK8sNodePoolsList,
  cloudK8sVersionsList,
  cloudLoadBalancersGet,
  cloudLoadBalancersList,
  cloudMachineTypesList,
  cloudNatGatewaysList,
  cloudNetworkAclsList,
  cloudNetworksGet,
  cloudNetworksList,
  cloudPathTrace,
  cloudPeeringsList,
  cloudPublicIpsList,
  cloudQuotasList,
  cloudRegionsList,
  cloudResourcesSearch,
  cloudRoutesList,
  cloudSecretsList,
  cloudSecurityFindingsList,
  cloudSecurityGroupsList,
  cloudSecurityGroupsRules,
  cloudServiceHealthList,
  cloudServicesEvents,
  cloudServicesList,
  cloudSnapshotsList,
  cloudStacksEvents,
  cloudSubnetsList,
  cloudTargetHealthList,
  cloudTasksList,
  cloudVpnsList,
])
