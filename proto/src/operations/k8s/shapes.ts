import { z } from 'zod'
import { cursor, fieldRegistry, limit } from '../fields.ts'

const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
// Any object's name: it becomes one segment of a path.
const OBJECT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._:-]{0,251}[A-Za-z0-9])?$/

// A namespace that must be named.
export function namespaceName() {
  return z.string().regex(DNS_LABEL, 'must be a namespace name').describe('Namespace')
}

// A namespace that narrows the question; absent, every namespace that may be read.
export function namespaceFilter() {
  return namespaceName().optional().describe('Only this namespace; absent, all that may be read')
}

// The exact name of one object.
export function objectName(what: string) {
  return z.string().regex(OBJECT_NAME, 'must be an object name').describe(what)
}

// A Kubernetes label selector, applied by the API server.
export function labelSelector() {
  return z.string().min(1).max(1024).optional().describe('Label selector, such as app=web,tier in (a,b)')
}

// A Kubernetes field selector, applied by the API server.
export function fieldSelector() {
  return z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Field selector, such as spec.nodeName=node-1,status.phase!=Running')
}

// Arguments of a list of namespaced objects.
export function listArguments(rows = 100, most = 2000) {
  return {
    namespace: namespaceFilter(),
    label_selector: labelSelector(),
    limit: limit(rows, most),
    cursor: cursor(),
  }
}

// Arguments of a list of objects that belong to no namespace.
export function clusterListArguments(rows = 100, most = 2000) {
  return { label_selector: labelSelector(), limit: limit(rows, most), cursor: cursor() }
}

// An instant as the API server wrote it; null when the object has none.
export function timeField(description: string) {
  return z.string().nullable().describe(`${description}, RFC 3339`)
}

// A sentence that a component or a program wrote.
export function messageField(description: string) {
  const field = z.string().nullable().describe(description)
  fieldRegistry.add(field, { redact: 'free_text' })
  return field
}

export const labelSet = z.record(z.string(), z.string())

// The controller that owns an object; null when none does.
export const ownerField = z
  .object({ kind: z.string(), name: z.string() })
  .nullable()
  .describe('Controlling owner; null when none')

export const conditionRow = z.object({
  type: z.string(),
  status: z.string().describe('True, False or Unknown'),
  reason: z.string().nullable(),
  message: messageField('What the controller says'),
  since: timeField('Last change of status'),
})

// Amounts in cores and bytes; null when not set.
export const amounts = z.object({
  cpu_cores: z.number().nullable(),
  memory_bytes: z.number().nullable(),
})

// How one run of a container ended.
export const exitRow = z.object({
  reason: z.string().nullable().describe('OOMKilled, Error, Completed ...'),
  exit_code: z.number().nullable(),
  signal: z.number().nullable(),
  started_at: timeField('Start of that run'),
  finished_at: timeField('End of that run'),
})

// An environment variable: where its value comes from, never the value.
export const envRow = z.object({
  name: z.string(),
  source: z
    .enum(['value', 'secret', 'configmap', 'field', 'resource', 'other'])
    .describe('value: written in the spec, not shown'),
  ref: z.string().nullable().describe('Name and key of what it refers to'),
  optional: z.boolean().nullable(),
})

export const probeRow = z
  .object({
    kind: z.enum(['http', 'tcp', 'grpc', 'exec', 'other']),
    target: z.string().nullable().describe('Path and port; never a command'),
    initial_delay_seconds: z.number(),
    period_seconds: z.number(),
    timeout_seconds: z.number(),
    failure_threshold: z.number(),
  })
  .nullable()

// What a pod template says of one container.
export const containerSpec = z.object({
  name: z.string(),
  image: z.string(),
  requests: amounts,
  limits: amounts,
  ports: z.array(z.string()),
  env: z.array(envRow),
  env_from: z.array(z.string()).describe('secret/<name> or configmap/<name>'),
  mounts: z.array(z.string()).describe('<path> from <volume>'),
  liveness: probeRow,
  readiness: probeRow,
  startup: probeRow,
})

export const volumeRow = z.object({
  name: z.string(),
  type: z.string().describe('configMap, secret, persistentVolumeClaim, emptyDir ...'),
  source: z.string().nullable().describe('Name of what it mounts; never its content'),
})
