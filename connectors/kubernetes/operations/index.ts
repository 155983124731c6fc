import type { Served } from '@vedette/proto/connector'
import type { KubernetesClient } from '../client.ts'
import { serveApiResourcesList } from './api-resources-list.ts'
import { serveApiservicesList } from './apiservices-list.ts'
import { serveCertificatesList } from './certificates-list.ts'
import { serveClusterInfo } from './cluster-info.ts'
import { serveConfigmapsGet } from './configmaps-get.ts'
import { serveConfigmapsList } from './configmaps-list.ts'
import { serveCrdsList } from './crds-list.ts'
import { serveCronjobsList } from './cronjobs-list.ts'
import { serveDaemonsetsList } from './daemonsets-list.ts'
import { serveDeploymentsGet } from './deployments-get.ts'
import { serveDeploymentsList } from './deployments-list.ts'
import { serveEndpointsList } from './endpoints-list.ts'
import { serveEventsList } from './events-list.ts'
import { serveGatewaysList } from './gateways-list.ts'
import { serveHpasList } from './hpas-list.ts'
import { serveImagesList } from './images-list.ts'
import { serveIngressesList } from './ingresses-list.ts'
import { serveJobsList } from './jobs-list.ts'
import { serveLineageGet } from './lineage-get.ts'
import { serveNamespacesList } from './namespaces-list.ts'
import { serveNetworkPoliciesList } from './network-policies-list.ts'
import { serveNodesGet } from './nodes-get.ts'
import { serveNodesList } from './nodes-list.ts'
import { serveNodesTop } from './nodes-top.ts'
import { servePdbsList } from './pdbs-list.ts'
import { servePodsGet } from './pods-get.ts'
import { servePodsList } from './pods-list.ts'
import { servePodsLogs } from './pods-logs.ts'
import { servePodsLogsSearch } from './pods-logs-search.ts'
import { servePodsTop } from './pods-top.ts'
import { servePvcsList } from './pvcs-list.ts'
import { servePvsList } from './pvs-list.ts'
import { serveRbacCanI } from './rbac-can-i.ts'
import { serveRbacList } from './rbac-list.ts'
import { serveReplicasetsList } from './replicasets-list.ts'
import { serveResourceQuotasList } from './resource-quotas-list.ts'
import { serveResourcesGet } from './resources-get.ts'
import { serveResourcesList } from './resources-list.ts'
import { serveRolloutsHistory } from './rollouts-history.ts'
import { serveScaledobjectsList } from './scaledobjects-list.ts'
import { serveServiceAccountsList } from './service-accounts-list.ts'
import { serveServicesList } from './services-list.ts'
import { serveStatefulsetsList } from './statefulsets-list.ts'
import { serveStorageClassesList } from './storage-classes-list.ts'
import { serveWebhooksList } from './webhooks-list.ts'
import { serveWorkloadsRestart } from './workloads-restart.ts'

// Everything that a cluster can answer, by id.
export const KUBERNETES_OPERATIONS: readonly Served<KubernetesClient>[] = Object.freeze([
  serveApiResourcesList,
  serveApiservicesList,
  serveCertificatesList,
  serveClusterInfo,
  serveConfigmapsGet,
  serveConfigmapsList,
  serveCrdsList,
  serveCronjobsList,
  serveDaemonsetsList,
  serveDeploymentsGet,
  serveDeploymentsList,
  serveEndpointsList,
  serveEventsList,
  serveGatewaysList,
  serveHpasList,
  serveImagesList,
  serveIngressesList,
  serveJobsList,
  serveLineageGet,
  serveNamespacesList,
  serveNetworkPoliciesList,
  serveNodesGet,
  serveNodesList,
  serveNodesTop,
  servePdbsList,
  servePodsGet,
  servePodsList,
  servePodsLogsSearch,
  servePodsLogs,
  servePodsTop,
  servePvcsList,
  servePvsList,
  serveRbacCanI,
  serveRbacList,
  serveReplicasetsList,
  serveResourceQuotasList,
  serveResourcesGet,
  serveResourcesList,
  serveRolloutsHistory,
  serveScaledobjectsList,
  serveServiceAccountsList,
  serveServicesList,
  serveStatefulsetsList,
  serveStorageClassesList,
  serveWebhooksList,
  serveWorkloadsRestart,
])
