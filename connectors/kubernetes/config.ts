import { baseUrlField, secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const SERVICE_ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount'
export const IN_CLUSTER_TOKEN = Object.freeze({ file: `${SERVICE_ACCOUNT}/token` })
export const IN_CLUSTER_CA = `${SERVICE_ACCOUNT}/ca.crt`

const fields = z.strictObject({
  cluster: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/)
    .optional()
    .describe('Alias of the cluster; the name of the instance when left out'),
  server: baseUrlField('Address of the API server; left out, the kubeconfig or the pod says it').optional(),
  token: secretField('Bearer token, read again for each request').optional(),
  client_certificate: secretField('Client certificate, PEM').optional(),
  client_key: secretField('Key of the client certificate, PEM').optional(),
  ca_file: z.string().min(1).optional().describe('PEM file of the authority that signed the API server'),
  kubeconfig: secretField('A kubeconfig; users that run a program are refused').optional(),
  context: z
    .string()
    .min(1)
    .max(253)
    .optional()
    .describe('Context of the kubeconfig; its current one when left out'),
  namespaces: z
    .array(z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/))
    .max(100)
    .default([])
    .describe(
      'Namespaces to read one by one where the identity may neither list everywhere nor list namespaces',
    ),
  event_ttl_minutes: z
    .int()
    .min(1)
    .max(10_080)
    .default(60)
    .describe("How long the cluster keeps events: the API server's --event-ttl"),
})

const DIRECT = ['token', 'client_certificate', 'client_key', 'ca_file'] as const

// One cluster: by address and credential, by kubeconfig, or as the pod's own service account when neither is given.
export const configSchema = fields
  .refine((config) => config.server === undefined || config.kubeconfig === undefined, {
    message: 'takes server or kubeconfig, not both',
    path: ['kubeconfig'],
  })
  .refine((config) => config.server !== undefined || DIRECT.every((key) => config[key] === undefined), {
    message: 'token, client_certificate, client_key and ca_file belong to server',
    path: ['server'],
  })
  .refine((config) => config.context === undefined || config.kubeconfig !== undefined, {
    message: 'context belongs to kubeconfig',
    path: ['context'],
  })
  .refine((config) => (config.client_certificate === undefined) === (config.client_key === undefined), {
    message: 'client_certificate and client_key go together',
    path: ['client_key'],
  })

export type KubernetesConfig = z.output<typeof configSchema>

// Where a pod finds its API server: the addresses that the kubelet sets, else the service's name.
export function toInClusterServer(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port = '443' } = env
  if (host === undefined || host === '') return 'https://kubernetes.default.svc'
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`
}
