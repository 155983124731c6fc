import { endpointFields } from '@vedette/connectors/kit'
import { z } from 'zod'
import { matchesEmpty } from './logql/matchers.ts'

const labels = (...names: readonly string[]) =>
  z
    .array(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/))
    .min(1)
    .max(8)
    .default([...names])

// One Loki, seen as one tenant.
export const configSchema = z.strictObject({
  ...endpointFields('Base URL, with any path prefix, without /loki/api/v1'),
  tenant: z
    .string()
    .regex(/^[\w!.*'()|-]{1,512}$/)
    .optional()
    .describe('Tenant, sent as X-Scope-OrgID'),
  enforce_matchers: z
    .array(
      z.strictObject({
        label: z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/),
        op: z.enum(['=', '!=', '=~', '!~']).default('='),
        value: z.string().max(2048),
      }),
    )
    .max(10)
    .refine(
      (all) => all.length === 0 || !all.every(matchesEmpty),
      'one of them must exclude a stream without its label',
    )
    .default([])
    .describe('Label conditions added to every selector, so that nothing outside them can be read'),
  service_labels: labels('service_name', 'service', 'app', 'container', 'job').describe(
    'Labels that may hold the name of a service, most telling first',
  ),
  workload_labels: labels('k8s_deployment_name', 'deployment', 'app', 'job').describe(
    'The same for a workload',
  ),
  cluster_labels: labels('cluster', 'k8s_cluster_name').describe('The same for a cluster'),
  namespace_labels: labels('namespace', 'k8s_namespace_name').describe('The same for a namespace'),
  environment_labels: labels('env', 'environment', 'deployment_environment').describe(
    'The same for an environment',
  ),
  host_labels: labels('host', 'node', 'node_name', 'instance', 'hostname').describe('The same for a host'),
  level_labels: labels('detected_level', 'level', 'severity').describe(
    'Labels or structured metadata that hold the level of a line',
  ),
  trace_label: z
    .string()
    .regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/)
    .optional()
    .describe('Structured metadata that holds the trace id; absent, it is looked for in the text'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type LokiConfig = z.output<typeof configSchema>
