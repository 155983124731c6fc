import { flagAt, hasAt, type Json, listAt, mapAt, nameAt, numberAt, objectAt, textAt } from '../objects.ts'
import { toContainerSpec, toExit, toImages, toVolume } from './container.ts'
import {
  toAnnotations,
  toConditions,
  toCreatedAt,
  toDeletingSince,
  toName,
  toOwner,
  toTaints,
} from './metadata.ts'
import { toPodStatus } from './pod-status.ts'

// A pod as one row of a list.
export function toPodRow(pod: Json, now: number) {
  const { restarts, last_exit, ...status } = toPodStatus(pod, now)
  const statuses = listAt(pod, 'status.containerStatuses')
  return {
    ...toName(pod),
    ...status,
    ready_containers: statuses.filter((one) => flagAt(one, 'ready')).length,
    containers: listAt(pod, 'spec.containers').length,
    restarts,
    last_exit,
    node: textAt(pod, 'spec.nodeName'),
    owner: toOwner(pod),
    images: toImages(pod, 'spec.containers'),
    ip: textAt(pod, 'status.podIP'),
    created_at: toCreatedAt(pod),
    deleting_since: toDeletingSince(pod),
  }
}

const LISTS = Object.freeze([
  ['init', 'spec.initContainers', 'status.initContainerStatuses'],
  ['main', 'spec.containers', 'status.containerStatuses'],
  ['ephemeral', 'spec.ephemeralContainers', 'status.ephemeralContainerStatuses'],
] as const)

// A pod in full, without the value of any variable.
export function toPodDetail(pod: Json, now: number) {
  const { restarts: _, last_exit: __, ...status } = toPodStatus(pod, now)
  const ips = listAt(pod, 'status.podIPs').flatMap((one) => textAt(one, 'ip') ?? [])
  return {
    ...toName(pod),
    uid: nameAt(pod, 'metadata.uid'),
    ...status,
    owner: toOwner(pod),
    node: textAt(pod, 'spec.nodeName'),
    host_ip: textAt(pod, 'status.hostIP'),
    ips,
    service_account: textAt(pod, 'spec.serviceAccountName'),
    priority_class: textAt(pod, 'spec.priorityClassName'),
    qos: textAt(pod, 'status.qosClass'),
    restart_policy: textAt(pod, 'spec.restartPolicy'),
    grace_seconds: numberAt(pod, 'spec.terminationGracePeriodSeconds'),
    labels: mapAt(pod, 'metadata.labels'),
    annotations: toAnnotations(pod),
    node_selector: mapAt(pod, 'spec.nodeSelector'),
    tolerations: toTaints(listAt(pod, 'spec.tolerations')),
    conditions: toConditions(pod),
    containers: LISTS.flatMap(([type, specs, statuses]) => {
      const known = new Map(listAt(pod, statuses).map((one) => [nameAt(one, 'name'), one]))
      return listAt(pod, specs).map((spec) => toContainer(type, spec, known.get(nameAt(spec, 'name')) ?? {}))
    }),
    volumes: listAt(pod, 'spec.volumes').map(toVolume),
    image_pull_secrets: listAt(pod, 'spec.imagePullSecrets').flatMap((one) => textAt(one, 'name') ?? []),
    created_at: toCreatedAt(pod),
    started_at: textAt(pod, 'status.startTime'),
    deleting_since: toDeletingSince(pod),
  }
}

const STATES = Object.freeze(['waiting', 'running', 'terminated'] as const)

function toContainer(type: (typeof LISTS)[number][0], spec: Json, status: Json) {
  const state = STATES.find((one) => hasAt(status, `state.${one}`))
  const now = state === undefined ? {} : objectAt(status, `state.${state}`)
  return {
    type,
    ...toContainerSpec(spec),
    image_id: textAt(status, 'imageID'),
    state: state ?? ('unknown' as const),
    reason: textAt(now, 'reason'),
    message: textAt(now, 'message'),
    ready: flagAt(status, 'ready'),
    restarts: numberAt(status, 'restartCount') ?? 0,
    started_at: textAt(now, 'startedAt'),
    exit: toExit(status, 'state.terminated'),
    last_exit: toExit(status, 'lastState.terminated'),
  }
}
