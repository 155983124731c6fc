import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const authField = z.union([
  z.strictObject({ bearer: secretField('Bearer token') }),
  z.strictObject({
    basic: z.strictObject({ username: z.string().min(1).max(256), password: secretField('Password') }),
  }),
])

const HEADER = /^[A-Za-z0-9-]{1,64}$/
const RESERVED: ReadonlySet<string> = new Set([
  'authorization',
  'host',
  'cookie',
  'content-type',
  'content-length',
])

const endpointFields = {
  url: baseUrlField('Base URL, with any path prefix, without /api/v1'),
  auth: authField.optional().describe('How requests are signed; absent, not at all'),
  tenant: z
    .string()
    .regex(/^[\w!.*'()|-]{1,512}$/)
    .optional()
    .describe('X-Scope-OrgID of Mimir, Cortex and Thanos'),
  headers: z
    .record(
      z
        .string()
        .regex(HEADER)
        .refine((name) => !RESERVED.has(name.toLowerCase()), 'set it through auth'),
      z.string().max(1024),
    )
    .optional()
    .describe('Further request headers, without secrets'),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the server'),
}

const matcherField = z.strictObject({
  label: z.string().min(1).max(256),
  op: z.enum(['=', '!=', '=~', '!~']).default('='),
  value: z.string().max(2048),
})

export const DEFAULT_SERVICE_LABELS = Object.freeze([
  'service',
  'service_name',
  'app',
  'app_kubernetes_io_name',
  'destination_service_name',
  'destination_canonical_service',
  'exported_service',
  'container',
  'job',
] as const)

// One Prometheus-compatible backend, with its Alertmanager if it has one.
export const configSchema = z.strictObject({
  ...endpointFields,
  alertmanager: z.strictObject(endpointFields).optional().describe('The Alertmanager that it notifies'),
  public_url: baseUrlField('Address of the web page for people, for deep links').optional(),
  enforce_matchers: z
    .array(matcherField)
    .max(10)
    .default([])
    .describe('Label conditions added to every selector, so that nothing outside them can be read'),
  service_labels: z
    .array(z.string().regex(/^[a-zA-Z_][a-zA-Z0-9_]*$/))
    .min(1)
    .max(12)
    .default([...DEFAULT_SERVICE_LABELS])
    .describe('Labels that may hold the name of a service, most telling first'),
  covers: z
    .array(z.string().min(1).max(128))
    .max(50)
    .default([])
    .describe('Names of other instances whose data this one also holds'),
})

export type PrometheusConfig = z.output<typeof configSchema>
export type EndpointConfig = NonNullable<PrometheusConfig['alertmanager']>
