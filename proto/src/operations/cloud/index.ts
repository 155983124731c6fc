import type { OperationDefinition } from '../define.ts'
import { cloudAuditEventsSearch } from './audit-events-search.ts'
import { cloudAutoscalingActivities } from './autoscaling-activities.ts'
import { cloudBucketsList } from './buckets-list.ts'
import { cloudCdnsList } from './cdns-list.ts'
import { cloudCertificatesList } from './certificates-list.ts'
import { cloudDatabasesList } from './databases-list.ts'
import { cloudFirewallsList } from './firewalls-list.ts'
import { cloudInstancesStatus } from './instances-status.ts'
import { cloudK8sNodePoolsList } from './k8s-node-pools-list.ts'
import { cloudLoadBalancersGet } from './load-balancers-get.ts'
import { cloudLoadBalancersList } from './load-balancers-list.ts'
import { cloudPublicIpsList } from './public-ips-list.ts'
import { cloudQuotasList } from './quotas-list.ts'
import { cloudSecurityGroupsList } from './security-groups-list.ts'
import { cloudServiceHealthList } from './service-health-list.ts'
import { cloudStacksEvents } from './stacks-events.ts'

export {
  cloudAuditEventsSearch,
  cloudAutoscalingActivities,
  cloudBucketsList,
  cloudCdnsList,
  cloudCertificatesList,
  cloudDatabasesList,
  cloudFirewallsList,
  cloudInstancesStatus,
  cloudK8sNodePoolsList,
  cloudLoadBalancersGet,
  cloudLoadBalancersList,
  cloudPublicIpsList,
  cloudQuotasList,
  cloudSecurityGroupsList,
  cloudServiceHealthList,
  cloudStacksEvents,
}

// Every operation `cloud.*`, in the order of their ids.
export const CLOUD_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  cloudAuditEventsSearch,
  cloudAutoscalingActivities,
  cloudBucketsList,
  cloudCdnsList,
  cloudCertificatesList,
  cloudDatabasesList,
  cloudFirewallsList,
  cloudInstancesStatus,
  cloudK8sNodePoolsList,
  cloudLoadBalancersGet,
  cloudLoadBalancersList,
  cloudPublicIpsList,
  cloudQuotasList,
  cloudSecurityGroupsList,
  cloudServiceHealthList,
  cloudStacksEvents,
])
