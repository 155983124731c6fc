import type { OperationDefinition } from '../define.ts'
import { k8sApiResourcesList } from './api-resources-list.ts'
import { k8sApiservicesList } from './apiservices-list.ts'
import { k8sCertificatesList } from './certificates-list.ts'
import { k8sClusterInfo } from './cluster-info.ts'
import { k8sConfigmapsGet } from './configmaps-get.ts'
import { k8sConfigmapsList } from './configmaps-list.ts'
import { k8sCrdsList } from './crds-list.ts'
import { k8sCronjobsList } from './cronjobs-list.ts'
import { k8sDaemonsetsList } from './daemonsets-list.ts'
import { k8sDeploymentsGet } from './deployments-get.ts'
import { k8sDeploymentsList } from './deployments-list.ts'
import { k8sEndpointsList } from './endpoints-list.ts'
import { k8sEventsList } from './events-list.ts'
import { k8sGatewaysList } from './gateways-list.ts'
import { k8sHpasList } from './hpas-list.ts'
import { k8sImagesList } from './images-list.ts'
import { k8sIngressesList } from './ingresses-list.ts'
import { k8sJobsList } from './jobs-list.ts'
import { k8sLineageGet } from './lineage-get.ts'
import { k8sMeshStatus } from './mesh-status.ts'
import { k8sMeshTraffic } from './mesh-traffic.ts'
import { k8sNamespacesList } from './namespaces-list.ts'
import { k8sNetworkFlows } from './network-flows.ts'
import { k8sNetworkPoliciesList } from './network-policies-list.ts'
import { k8sNodesGet } from './nodes-get.ts'
import { k8sNodesList } from './nodes-list.ts'
import { k8sNodesTop } from './nodes-top.ts'
import { k8sPdbsList } from './pdbs-list.ts'
import { k8sPodsGet } from './pods-get.ts'
import { k8sPodsList } from './pods-list.ts'
import { k8sPodsLogs } from './pods-logs.ts'
import { k8sPodsLogsSearch } from './pods-logs-search.ts'
import { k8sPodsTop } from './pods-top.ts'
import { k8sPvcsList } from './pvcs-list.ts'
import { k8sPvsList } from './pvs-list.ts'
import { k8sRbacCanI } from './rbac-can-i.ts'
import { k8sRbacList } from './rbac-list.ts'
import { k8sReplicasetsList } from './replicasets-list.ts'
import { k8sResourceQuotasList } from './resource-quotas-list.ts'
import { k8sResourcesGet } from './resources-get.ts'
import { k8sResourcesList } from './resources-list.ts'
import { k8sRolloutsHistory } from './rollouts-history.ts'
import { k8sScaledobjectsList } from './scaledobjects-list.ts'
import { k8sServiceAccountsList } from './service-accounts-list.ts'
import { k8sServicesList } from './services-list.ts'
import { k8sStatefulsetsList } from './statefulsets-list.ts'
import { k8sStorageClassesList } from './storage-classes-list.ts'
import { k8sVolumesUsage } from './volumes-usage.ts'
import { k8sWebhooksList } from './webhooks-list.ts'
import { k8sWorkloadsRestart } from './workloads-restart.ts'

export { toTypedOperation } from './kinds.ts'
export {
  k8sApiResourcesList,
  k8sApiservicesList,
  k8sCertificatesList,
  k8sClusterInfo,
  k8sConfigmapsGet,
  k8sConfigmapsList,
  k8sCrdsList,
  k8sCronjobsList,
  k8sDaemonsetsList,
  k8sDeploymentsGet,
  k8sDeploymentsList,
  k8sEndpointsList,
  k8sEventsList,
  k8sGatewaysList,
  k8sHpasList,
  k8sImagesList,
  k8sIngressesList,
  k8sJobsList,
  k8sLineageGet,
  k8sMeshStatus,
  k8sMeshTraffic,
  k8sNamespacesList,
  k8sNetworkFlows,
  k8sNetworkPoliciesList,
  k8sNodesGet,
  k8sNodesList,
  k8sNodesTop,
  k8sPdbsList,
  k8sPodsGet,
  k8sPodsList,
  k8sPodsLogs,
  k8sPodsLogsSearch,
  k8sPodsTop,
  k8sPvcsList,
  k8sPvsList,
  k8sRbacCanI,
  k8sRbacList,
  k8sReplicasetsList,
  k8sResourceQuotasList,
  k8sResourcesGet,
  k8sResourcesList,
  k8sRolloutsHistory,
  k8sScaledobjectsList,
  k8sServiceAccountsList,
  k8sServicesList,
  k8sStatefulsetsList,
  k8sStorageClassesList,
  k8sVolumesUsage,
  k8sWebhooksList,
  k8sWorkloadsRestart,
}

// Kubernetes operations, in the order of their ids.
export const K8S_OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  k8sApiResourcesList,
  k8sApiservicesList,
  k8sCertificatesList,
  k8sClusterInfo,
  k8sConfigmapsGet,
  k8sConfigmapsList,
  k8sCrdsList,
  k8sCronjobsList,
  k8sDaemonsetsList,
  k8sDeploymentsGet,
  k8sDeploymentsList,
  k8sEndpointsList,
  k8sEventsList,
  k8sGatewaysList,
  k8sHpasList,
  k8sImagesList,
  k8sIngressesList,
  k8sJobsList,
  k8sLineageGet,
  k8sMeshStatus,
  k8sMeshTraffic,
  k8sNamespacesList,
  k8sNetworkFlows,
  k8sNetworkPoliciesList,
  k8sNodesGet,
  k8sNodesList,
  k8sNodesTop,
  k8sPdbsList,
  k8sPodsGet,
  k8sPodsList,
  k8sPodsLogs,
  k8sPodsLogsSearch,
  k8sPodsTop,
  k8sPvcsList,
  k8sPvsList,
  k8sRbacCanI,
  k8sRbacList,
  k8sReplicasetsList,
  k8sResourceQuotasList,
  k8sResourcesGet,
  k8sResourcesList,
  k8sRolloutsHistory,
  k8sScaledobjectsList,
  k8sServiceAccountsList,
  k8sServicesList,
  k8sStatefulsetsList,
  k8sStorageClassesList,
  k8sVolumesUsage,
  k8sWebhooksList,
  k8sWorkloadsRestart,
])
