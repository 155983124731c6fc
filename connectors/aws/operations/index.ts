import type { Served } from '@vedette/proto/connector'
import type { AwsClient } from '../connect.ts'
import { serveAlertsActiveList } from './alerts-active-list.ts'
import { serveAlertsGet } from './alerts-get.ts'
import { serveAlertsHistoryList } from './alerts-history-list.ts'
import { serveAlertsRulesGet } from './alerts-rules-get.ts'
import { serveAlertsRulesList } from './alerts-rules-list.ts'
import { serveAccountsList } from './cloud-accounts-list.ts'
import { serveAuditEventsSearch } from './cloud-audit-events-search.ts'
import { serveAutoscalingActivities } from './cloud-autoscaling-activities.ts'
import { serveAutoscalingList } from './cloud-autoscaling-list.ts'
import { serveBackupsList } from './cloud-backups-list.ts'
import { serveBucketsGet } from './cloud-buckets-get.ts'
import { serveBucketsList } from './cloud-buckets-list.ts'
import { serveCachesList } from './cloud-caches-list.ts'
import { serveCdnsList } from './cloud-cdns-list.ts'
import { serveCertificatesList } from './cloud-certificates-list.ts'
import { serveDatabasesBackups } from './cloud-databases-backups.ts'
import { serveDatabasesEvents } from './cloud-databases-events.ts'
import { serveDatabasesGet } from './cloud-databases-get.ts'
import { serveDatabasesList } from './cloud-databases-list.ts'
import { serveDatabasesLogs } from './cloud-databases-logs.ts'
import { serveDatabasesMaintenance } from './cloud-databases-maintenance.ts'
import { serveDatabasesParameters } from './cloud-databases-parameters.ts'
import { serveDisksList } from './cloud-disks-list.ts'
import { serveDnsRecordsList } from './cloud-dns-records-list.ts'
import { serveDnsZonesList } from './cloud-dns-zones-list.ts'
import { serveFunctionsGet } from './cloud-functions-get.ts'
import { serveFunctionsList } from './cloud-functions-list.ts'
import { serveFunctionsTriggers } from './cloud-functions-triggers.ts'
import { serveIamKeysList } from './cloud-iam-keys-list.ts'
import { serveIamPoliciesGet } from './cloud-iam-policies-get.ts'
import { serveIamPrincipalsList } from './cloud-iam-principals-list.ts'
import { serveIamRolesList } from './cloud-iam-roles-list.ts'
import { serveIamSimulate } from './cloud-iam-simulate.ts'
import { serveIdentityGet } from './cloud-identity-get.ts'
import { serveImagesOfMachinesList } from './cloud-images-list.ts'
import { serveInstancesGet } from './cloud-instances-get.ts'
import { serveInstancesList } from './cloud-instances-list.ts'
import { serveInstancesStatus } from './cloud-instances-status.ts'
import { serveInterfacesFind } from './cloud-interfaces-find.ts'
import { serveK8sAddonsList } from './cloud-k8s-addons-list.ts'
import { serveK8sClustersGet } from './cloud-k8s-clusters-get.ts'
import { serveK8sClustersList } from './cloud-k8s-clusters-list.ts'
import { serveK8sInsightsList } from './cloud-k8s-insights-list.ts'
import { serveK8sNodePoolsList } from './cloud-k8s-node-pools-list.ts'
import { serveK8sVersionsList } from './cloud-k8s-versions-list.ts'
import { serveLoadBalancersGet } from './cloud-load-balancers-get.ts'
import { serveLoadBalancersList } from './cloud-load-balancers-list.ts'
import { serveMachineTypesList } from './cloud-machine-types-list.ts'
import { serveNatGatewaysList } from './cloud-nat-gateways-list.ts'
import { serveNetworkAclsList } from './cloud-network-acls-list.ts'
import { serveNetworksGet } from './cloud-networks-get.ts'
import { serveNetworksList } from './cloud-networks-list.ts'
import { servePeeringsList } from './cloud-peerings-list.ts'
import { servePublicIpsList } from './cloud-public-ips-list.ts'
import { serveQuotasList } from './cloud-quotas-list.ts'
import { serveRegionsList } from './cloud-regions-list.ts'
import { serveResourcesSearch } from './cloud-resources-search.ts'
import { serveRoutesList } from './cloud-routes-list.ts'
import { serveSecretsList } from './cloud-secrets-list.ts'
import { serveSecurityFindingsList } from './cloud-security-findings-list.ts'
import { serveSecurityGroupsList } from './cloud-security-groups-list.ts'
import { serveSecurityGroupsRules } from './cloud-security-groups-rules.ts'
import { serveServiceHealthList } from './cloud-service-health-list.ts'
import { serveServicesEvents } from './cloud-services-events.ts'
import { serveServicesList } from './cloud-services-list.ts'
import { serveSnapshotsList } from './cloud-snapshots-list.ts'
import { serveStacksEvents } from './cloud-stacks-events.ts'
import { serveSubnetsList } from './cloud-subnets-list.ts'
import { serveTargetHealthList } from './cloud-target-health-list.ts'
import { serveTasksList } from './cloud-tasks-list.ts'
import { serveVpnsList } from './cloud-vpns-list.ts'
import { serveCostAnomaliesList } from './cost-anomalies-list.ts'
import { serveCostBudgetsList } from './cost-budgets-list.ts'
import { serveCostCompare } from './cost-compare.ts'
import { serveCostQuery } from './cost-query.ts'
import { serveDeploysList } from './deploys-list.ts'
import { serveLogsAggregate } from './logs-aggregate.ts'
import { serveLogsSearch } from './logs-search.ts'
import { serveLogsSourcesList } from './logs-sources-list.ts'
import { serveMetricsNamesList } from './metrics-names-list.ts'
import { serveMetricsQuery } from './metrics-query.ts'
import { serveMetricsQueryRange } from './metrics-query-range.ts'
import { serveMetricsSeriesList } from './metrics-series-list.ts'
import { serveQueuesDlqList } from './queues-dlq-list.ts'
import { serveQueuesGet } from './queues-get.ts'
import { serveQueuesList } from './queues-list.ts'
import { serveRegistryImagesList } from './registry-images-list.ts'
import { serveServicesSignalsGet } from './services-signals-get.ts'
import { serveSubscriptionsList } from './subscriptions-list.ts'
import { serveTopicsList } from './topics-list.ts'

// Every operation that AWS serves, in the order of their files.
export const AWS_OPERATIONS: readonly Served<AwsClient>[] = Object.freeze([
  serveAlertsActiveList,
  serveAlertsGet,
  serveAlertsHistoryList,
  serveAlertsRulesGet,
  serveAlertsRulesList,
  serveAccountsList,
  serveAuditEventsSearch,
  serveAutoscalingActivities,
  serveAutoscalingList,
  serveBackupsList,
  serveBucketsGet,
  serveBucketsList,
  serveCachesList,
  serveCdnsList,
  serveCertificatesList,
  serveDatabasesBackups,
  serveDatabasesEvents,
  serveDatabasesGet,
  serveDatabasesList,
  serveDatabasesLogs,
  serveDatabasesMaintenance,
  serveDatabasesParameters,
  serveDisksList,
  serveDnsRecordsList,
  serveDnsZonesList,
  serveFunctionsGet,
  serveFunctionsList,
  serveFunctionsTriggers,
  serveIamKeysList,
  serveIamPoliciesGet,
  serveIamPrincipalsList,
  serveIamRolesList,
  serveIamSimulate,
  serveIdentityGet,
  serveImagesOfMachinesList,
  serveInstancesGet,
  serveInstancesList,
  serveInstancesStatus,
  serveInterfacesFind,
  serveK8sAddonsList,
  serveK8sClustersGet,
  serveK8sClustersList,
  serveK8sInsightsList,
  serveK8sNodePoolsList,
  serveK8sVersionsList,
  serveLoadBalancersGet,
  serveLoadBalancersList,
  serveMachineTypesList,
  serveNatGatewaysList,
  serveNetworkAclsList,
  serveNetworksGet,
  serveNetworksList,
  servePeeringsList,
  servePublicIpsList,
  serveQuotasList,
  serveRegionsList,
  serveResourcesSearch,
  serveRoutesList,
  serveSecretsList,
  serveSecurityFindingsList,
  serveSecurityGroupsList,
  serveSecurityGroupsRules,
  serveServiceHealthList,
  serveServicesEvents,
  serveServicesList,
  serveSnapshotsList,
  serveStacksEvents,
  serveSubnetsList,
  serveTargetHealthList,
  serveTasksList,
  serveVpnsList,
  serveCostAnomaliesList,
  serveCostBudgetsList,
  serveCostCompare,
  serveCostQuery,
  serveDeploysList,
  serveLogsAggregate,
  serveLogsSearch,
  serveLogsSourcesList,
  serveMetricsNamesList,
  serveMetricsQueryRange,
  serveMetricsQuery,
  serveMetricsSeriesList,
  serveQueuesDlqList,
  serveQueuesGet,
  serveQueuesList,
  serveRegistryImagesList,
  serveServicesSignalsGet,
  serveSubscriptionsList,
  serveTopicsList,
])
