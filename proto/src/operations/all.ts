import { AGENT_OPERATIONS } from './agent/index.ts'
import { ALERTS_OPERATIONS } from './alerts/index.ts'
import { ANNOTATIONS_OPERATIONS } from './annotations/index.ts'
import { ATTACHED_OPERATIONS } from './attached/index.ts'
import { BROKERS_OPERATIONS } from './brokers/index.ts'
import { CACHE_OPERATIONS } from './cache/index.ts'
import { CI_OPERATIONS } from './ci/index.ts'
import { CLOUD_OPERATIONS } from './cloud/index.ts'
import { COST_OPERATIONS } from './cost/index.ts'
import { DASHBOARDS_OPERATIONS } from './dashboards/index.ts'
import { DATASOURCES_OPERATIONS } from './datasources/index.ts'
import { DB_OPERATIONS } from './db/index.ts'
import type { OperationDefinition } from './define.ts'
import { DEPLOYS_OPERATIONS } from './deploys/index.ts'
import { ERRORS_OPERATIONS } from './errors/index.ts'
import { FEATURE_FLAGS_OPERATIONS } from './feature-flags/index.ts'
import { GITOPS_OPERATIONS } from './gitops/index.ts'
import { HELM_OPERATIONS } from './helm/index.ts'
import { HOST_OPERATIONS } from './host/index.ts'
import { INCIDENTS_OPERATIONS } from './incidents/index.ts'
import { K8S_OPERATIONS } from './k8s/index.ts'
import { LOGS_OPERATIONS } from './logs/index.ts'
import { METRICS_OPERATIONS } from './metrics/index.ts'
import { ONCALL_OPERATIONS } from './oncall/index.ts'
import { PROFILES_OPERATIONS } from './profiles/index.ts'
import { QUEUES_OPERATIONS } from './queues/index.ts'
import { REGISTRY_OPERATIONS } from './registry/index.ts'
import { RUM_OPERATIONS } from './rum/index.ts'
import { RUNBOOKS_OPERATIONS } from './runbooks/index.ts'
import { SCM_OPERATIONS } from './scm/index.ts'
import { SEARCH_OPERATIONS } from './search/index.ts'
import { SERVICES_OPERATIONS } from './services/index.ts'
import { SLOS_OPERATIONS } from './slos/index.ts'
import { STREAMS_OPERATIONS } from './streams/index.ts'
import { SUBSCRIPTIONS_OPERATIONS } from './subscriptions/index.ts'
import { SYNTHETICS_OPERATIONS } from './synthetics/index.ts'
import { TICKETS_OPERATIONS } from './tickets/index.ts'
import { TOPICS_OPERATIONS } from './topics/index.ts'
import { TRACES_OPERATIONS } from './traces/index.ts'

// Every operation of the catalogue, in the order of their ids; each family's index.ts lists its own. In a file apart, so
// that a bundle which uses a few operations leaves out the others.
export const OPERATIONS: readonly OperationDefinition[] = Object.freeze([
  ...AGENT_OPERATIONS,
  ...ALERTS_OPERATIONS,
  ...ANNOTATIONS_OPERATIONS,
  ...ATTACHED_OPERATIONS,
  ...BROKERS_OPERATIONS,
  ...CACHE_OPERATIONS,
  ...CI_OPERATIONS,
  ...CLOUD_OPERATIONS,
  ...COST_OPERATIONS,
  ...DASHBOARDS_OPERATIONS,
  ...DATASOURCES_OPERATIONS,
  ...DB_OPERATIONS,
  ...DEPLOYS_OPERATIONS,
  ...ERRORS_OPERATIONS,
  ...FEATURE_FLAGS_OPERATIONS,
  ...GITOPS_OPERATIONS,
  ...HELM_OPERATIONS,
  ...HOST_OPERATIONS,
  ...INCIDENTS_OPERATIONS,
  ...K8S_OPERATIONS,
  ...LOGS_OPERATIONS,
  ...METRICS_OPERATIONS,
  ...ONCALL_OPERATIONS,
  ...PROFILES_OPERATIONS,
  ...QUEUES_OPERATIONS,
  ...REGISTRY_OPERATIONS,
  ...RUM_OPERATIONS,
  ...RUNBOOKS_OPERATIONS,
  ...SCM_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...SERVICES_OPERATIONS,
  ...SLOS_OPERATIONS,
  ...STREAMS_OPERATIONS,
  ...SUBSCRIPTIONS_OPERATIONS,
  ...SYNTHETICS_OPERATIONS,
  ...TICKETS_OPERATIONS,
  ...TOPICS_OPERATIONS,
  ...TRACES_OPERATIONS,
])

const BY_ID: ReadonlyMap<string, OperationDefinition> = new Map(OPERATIONS.map((one) => [one.id, one]))

// The definition of an id, or undefined when the catalogue has none.
export function findOperation(id: string): OperationDefinition | undefined {
  return BY_ID.get(id)
}
