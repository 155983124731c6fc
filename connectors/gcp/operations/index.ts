import type { Served } from '@vedette/proto/connector'
import type { GcpClient } from '../client.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsChannelsList } from './alerts-channels-list.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsHistoryList } from './alerts-history-list.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveAccountsList } from './cloud-accounts-list.ts'
import { serveAuditEventsSearch } from './cloud-audit-events-search.ts'
import { serveAutoscalingList } from './cloud-autoscaling-list.ts'
import { serveBucketsGet } from './cloud-buckets-get.ts'
import { serveBucketsList } from './cloud-buckets-list.ts'
import { serveCachesList } from './cloud-caches-list.ts'
import { serveCertificatesList } from './cloud-certificates-list.ts'
import { serveDatabasesBackups } from './cloud-databases-backups.ts'
import { serveDatabasesGet } from './cloud-databases-get.ts'
import { serveDatabasesList } from './cloud-databases-list.ts'
import { serveDatabasesParameters } from './cloud-databases-parameters.ts'
import { serveDisksList } from './cloud-disks-list.ts'
import { serveDnsRecordsList } from './cloud-dns-records-list.ts'
import { serveDnsZonesList } from './cloud-dns-zones-list.ts'
import { serveFlowLogsSearch } from './cloud-flow-logs-search.ts'
import { serveFunctionsGet } from './cloud-functions-get.ts'
import { serveFunctionsList } from './cloud-functions-list.ts'
import { serveIamKeysList } from './cloud-iam-keys-list.ts'
import { serveIamPoliciesGet } from './cloud-iam-policies-get.ts'
import { serveIamPrincipalsList } from './cloud-iam-principals-list.ts'
import { serveIamRolesList } from './cloud-iam-roles-list.ts'
import { serveIdentityGet } from './cloud-identity-get.ts'
import { serveImagesOfMachinesList } from './cloud-images-list.ts'
import { serveInstancesGet } from './cloud-instances-get.ts'
import { serveInstancesList } from './cloud-instances-list.ts'
import { serveK8sAddonsList } from './cloud-k8s-addons-list.ts'
import { serveK8sClustersGet } from './cloud-k8s-clusters-get.ts'
import { serveK8sClustersList } from './cloud-k8s-clusters-list.ts'
import { serveK8sNodePoolsList } from './cloud-k8s-node-pools-list.ts'
import { serveLoadBalancersList } from './cloud-load-balancers-list.ts'
import { serveMachineTypesList } from './cloud-machine-types-list.ts'
import { serveNatGatewaysList } from './cloud-nat-gateways-list.ts'
import { serveNetworksList } from './cloud-networks-list.ts'
import { servePeeringsList } from './cloud-peerings-list.ts'
import { servePublicIpsList } from './cloud-public-ips-list.ts'
import { serveQuotasList } from './cloud-quotas-list.ts'
import { serveRegionsList } from './cloud-regions-list.ts'
import { serveResourcesSearch } from './cloud-resources-search.ts'
import { serveRoutesList } from './cloud-routes-list.ts'
import { serveSecretsList } from './cloud-secrets-list.ts'
import { serveSecurityGroupsList } from './cloud-security-groups-list.ts'
import { serveSecurityGroupsRules } from './cloud-security-groups-rules.ts'
import { serveServiceHealthList } from './cloud-service-health-list.ts'
import { serveServicesList } from './cloud-services-list.ts'
import { serveSnapshotsList } from './cloud-snapshots-list.ts'
import { serveSubnetsList } from './cloud-subnets-list.ts'
import { serveTargetHealthList } from './cloud-target-health-list.ts'
import { serveVpnsList } from './cloud-vpns-list.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveErrorsEventsSearch } from './errors-events-search.ts'
import { serveErrorsIssuesSearch } from './errors-issues-search.ts'
import { serveLogsSearch } from './logs-search.ts'
import { serveLogsSourcesList } from './logs-sources-list.ts'
import { serveLogsVolumeGet } from './logs-volume-get.ts'
import { serveMetricsMetadataGet } from './metrics-metadata-get.ts'
import { serveMetricsQuery } from './metrics-query.ts'
import { serveMetricsQueryRange } from './metrics-query-range.ts'
import { serveQueuesDlqList } from './queues-dlq-list.ts'
import { serveQueuesGet } from './queues-get.ts'
import { serveQueuesList } from './queues-list.ts'
import { serveRegistryImagesList } from './registry-images-list.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveSlosGet } from './slos-get.ts'
import { serveSlosList } from './slos-list.ts'
import { serveSubscriptionsList } from './subscriptions-list.ts'
import { serveTopicsList } from './topics-list.ts'
import { serveTracesGet } from './traces-get.ts'
import { serveTracesSearch } from './traces-search.ts'

// What Google Cloud serves, by id.
export const GCP_OPERATIONS: readonly Served<GcpClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsChannelsList,
  serveAlertsGet,
  serveAlertsHistoryList,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveAccountsList,
  serveAuditEventsSearch,
  serveAutoscalingList,
  serveBucketsGet,
  serveBucketsList,
  serveCachesList,
  serveCertificatesList,
  serveDatabasesBackups,
  serveDatabasesGet,
  serveDatabasesList,
  serveDatabasesParameters,
  serveDisksList,
  serveDnsRecordsList,
  serveDnsZonesList,
  serveFlowLogsSearch,
  serveFunctionsGet,
  serveFunctionsList,
  serveIamKeysList,
  serveIamPoliciesGet,
  serveIamPrincipalsList,
  serveIamRolesList,
  serveIdentityGet,
  serveImagesOfMachinesList,
  serveInstancesGet,
  serveInstancesList,
  serveK8sAddonsList,
  serveK8sClustersGet,
  serveK8sClustersList,
  serveK8sNodePoolsList,
  serveLoadBalancersList,
  serveMachineTypesList,
  serveNatGatewaysList,
  serveNetworksList,
  servePeeringsList,
  servePublicIpsList,
  serveQuotasList,
  serveRegionsList,
  serveResourcesSearch,
  serveRoutesList,
  serveSecretsList,
  serveSecurityGroupsList,
  serveSecurityGroupsRules,
  serveServiceHealthList,
  serveServicesList,
  serveSnapshotsList,
  serveSubnetsList,
  serveTargetHealthList,
  serveVpnsList,
  serveDeploysList,
  serveErrorsEventsSearch,
  serveErrorsIssuesSearch,
  serveLogsSearch,
  serveLogsSourcesList,
  serveLogsVolumeGet,
  serveMetricsMetadataGet,
  serveMetricsQueryRange,
  serveMetricsQuery,
  serveQueuesDlqList,
  serveQueuesGet,
  serveQueuesList,
  serveRegistryImagesList,
  serveServicesSignalsGet,
  serveSlosGet,
  serveSlosList,
  serveSubscriptionsList,
  serveTopicsList,
  serveTracesGet,
  serveTracesSearch,
])
