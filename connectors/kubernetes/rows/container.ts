import {
  eitherAt,
  flagAt,
  hasAt,
  type Json,
  listAt,
  nameAt,
  numberAt,
  objectAt,
  textAt,
  triAt,
} from '../objects.ts'
import { toAmounts } from './metadata.ts'

// What a template says of a container: names and references, never the value of a variable or a command.
export function toContainerSpec(container: Json) {
  return {
    name: nameAt(container, 'name'),
    image: textAt(container, 'image') ?? '',
    requests: toAmounts(objectAt(container, 'resources.requests')),
    limits: toAmounts(objectAt(container, 'resources.limits')),
    ports: listAt(container, 'ports').map(
      (one) => `${eitherAt(one, 'containerPort') ?? '?'}/${textAt(one, 'protocol') ?? 'TCP'}`,
    ),
    env: listAt(container, 'env').map(toEnv),
    env_from: listAt(container, 'envFrom').map(
      (one) =>
        `${hasAt(one, 'secretRef') ? 'secret' : 'configmap'}/${textAt(one, 'secretRef.name') ?? textAt(one, 'configMapRef.name') ?? '?'}`,
    ),
    mounts: listAt(container, 'volumeMounts').map(
      (one) =>
        `${textAt(one, 'mountPath') ?? '?'} from ${textAt(one, 'name') ?? '?'}${flagAt(one, 'readOnly') ? ' (read only)' : ''}`,
    ),
    liveness: toProbe(container, 'livenessProbe'),
    readiness: toProbe(container, 'readinessProbe'),
    startup: toProbe(container, 'startupProbe'),
  }
}

const REFERENCES = Object.freeze([
  ['secret', 'valueFrom.secretKeyRef', 'key'],
  ['configmap', 'valueFrom.configMapKeyRef', 'key'],
  ['field', 'valueFrom.fieldRef', 'fieldPath'],
  ['resource', 'valueFrom.resourceFieldRef', 'resource'],
] as const)

function toEnv(one: Json) {
  const name = nameAt(one, 'name')
  for (const [source, path, key] of REFERENCES) {
    if (!hasAt(one, path)) continue
    const owner = textAt(one, `${path}.name`) ?? textAt(one, `${path}.containerName`)
    const ref = [owner, textAt(one, `${path}.${key}`)].filter((part) => part !== null).join('/')
    return { name, source, ref, optional: triAt(one, `${path}.optional`) }
  }
  return {
    name,
    source: hasAt(one, 'valueFrom') ? ('other' as const) : ('value' as const),
    ref: null,
    optional: null,
  }
}

function toProbe(container: Json, path: string) {
  if (!hasAt(container, path)) return null
  const probe = objectAt(container, path)
  const number = (key: string, otherwise: number) => numberAt(probe, key) ?? otherwise
  return {
    ...toProbeTarget(probe),
    initial_delay_seconds: number('initialDelaySeconds', 0),
    period_seconds: number('periodSeconds', 10),
    timeout_seconds: number('timeoutSeconds', 1),
    failure_threshold: number('failureThreshold', 3),
  }
}

function toProbeTarget(probe: Json) {
  if (hasAt(probe, 'httpGet')) {
    const path = textAt(probe, 'httpGet.path') ?? '/'
    const target = `${eitherAt(probe, 'httpGet.port') ?? '?'}${path.replace(/[?#].*$/s, '')}`
    return { kind: 'http' as const, target }
  }
  if (hasAt(probe, 'tcpSocket')) return { kind: 'tcp' as const, target: eitherAt(probe, 'tcpSocket.port') }
  if (hasAt(probe, 'grpc')) return { kind: 'grpc' as const, target: eitherAt(probe, 'grpc.port') }
  return { kind: hasAt(probe, 'exec') ? ('exec' as const) : ('other' as const), target: null }
}

// How a run ended, from a `terminated` state; null when the state is another.
export function toExit(status: Json, path: string) {
  if (!hasAt(status, path)) return null
  const ended = objectAt(status, path)
  return {
    reason: textAt(ended, 'reason'),
    exit_code: numberAt(ended, 'exitCode'),
    signal: numberAt(ended, 'signal'),
    started_at: textAt(ended, 'startedAt'),
    finished_at: textAt(ended, 'finishedAt'),
  }
}

const SOURCE_NAMES = Object.freeze([
  'configMap.name',
  'secret.secretName',
  'persistentVolumeClaim.claimName',
  'hostPath.path',
  'csi.driver',
  'nfs.server',
])

// A pod's volume: its kind and the name of what it mounts.
export function toVolume(volume: Json) {
  const type = Object.keys(volume).find((key) => key !== 'name') ?? 'emptyDir'
  const source = SOURCE_NAMES.find((path) => hasAt(volume, path))
  return { name: nameAt(volume, 'name'), type, source: source === undefined ? null : textAt(volume, source) }
}

// Images of a pod template's containers, init containers left out.
export function toImages(object: Json, path: string): string[] {
  return [...new Set(listAt(object, path).flatMap((one) => textAt(one, 'image') ?? []))]
}
