import { k8sDeploymentsGet } from '@vedette/proto/operations'
import { countAt, eitherAt, flagAt, listAt, mapAt, nameAt, numberAt, textAt } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { toContainerSpec, toVolume } from '../rows/container.ts'
import {
  toAnnotations,
  toConditions,
  toCreatedAt,
  toName,
  toSelectorText,
  toTaints,
} from '../rows/metadata.ts'
import { toChangeCause, toDeploymentState, toRevision } from '../rows/workload.ts'
import { serveGet } from '../serve-get.ts'

const TEMPLATE = 'spec.template.spec'

// One deployment in full, without the value of any variable.
export const serveDeploymentsGet = serveGet(k8sDeploymentsGet, {
  resource: RESOURCES.deployments,
  toValue: (object) => ({
    deployment: {
      ...toName(object),
      uid: nameAt(object, 'metadata.uid'),
      resource_version: nameAt(object, 'metadata.resourceVersion'),
      ...toDeploymentState(object),
      unavailable: countAt(object, 'status.unavailableReplicas'),
      paused: flagAt(object, 'spec.paused'),
      generation: countAt(object, 'metadata.generation'),
      observed_generation: countAt(object, 'status.observedGeneration'),
      revision: toRevision(object),
      change_cause: toChangeCause(object),
      strategy: textAt(object, 'spec.strategy.type'),
      max_surge: eitherAt(object, 'spec.strategy.rollingUpdate.maxSurge'),
      max_unavailable: eitherAt(object, 'spec.strategy.rollingUpdate.maxUnavailable'),
      progress_deadline_seconds: numberAt(object, 'spec.progressDeadlineSeconds'),
      selector: toSelectorText(object, 'spec.selector'),
      labels: mapAt(object, 'metadata.labels'),
      annotations: toAnnotations(object),
      conditions: toConditions(object),
      service_account: textAt(object, `${TEMPLATE}.serviceAccountName`),
      node_selector: mapAt(object, `${TEMPLATE}.nodeSelector`),
      tolerations: toTaints(listAt(object, `${TEMPLATE}.tolerations`)),
      init_containers: listAt(object, `${TEMPLATE}.initContainers`).map(toContainerSpec),
      containers: listAt(object, `${TEMPLATE}.containers`).map(toContainerSpec),
      volumes: listAt(object, `${TEMPLATE}.volumes`).map(toVolume),
      created_at: toCreatedAt(object),
    },
  }),
})
