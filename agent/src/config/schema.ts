import { secretField } from '@vedette/proto/connector'
import { z } from 'zod'

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/
const name = z.string().regex(NAME, 'must be 1 to 63 letters, digits, ".", "_" or "-"')

const natsUrl = z
  .string()
  .regex(
    /^(?:nats|tls|ws|wss):\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/,
    'must look like nats://host:4222, without credentials',
  )

const natsSchema = z
  .strictObject({
    url: natsUrl.optional().describe('One address of NATS'),
    urls: z.array(natsUrl).min(1).max(16).optional().describe('Several addresses of one NATS cluster'),
    lobby_creds_file: z.string().min(1).optional().describe('File with the lobby credential'),
    lobby: secretField('Where the lobby credential is read from, in place of lobby_creds_file').optional(),
    tls: z
      .strictObject({ ca_file: z.string().min(1).describe('Private certificate authority, PEM') })
      .optional(),
    proxy: z
      .strictObject({
        url: z
          .string()
          .regex(/^http:\/\/[^\s/?#@]+\/?$/, 'must look like http://proxy:3128, without credentials')
          .describe('HTTP proxy that is asked for a tunnel (CONNECT)'),
        auth: secretField('user:password for the proxy').optional(),
        no_proxy: z
          .array(z.string().regex(/^(?:\*|[A-Za-z0-9._:-]+)$/, 'must be a host, a domain or *'))
          .max(64)
          .default([])
          .describe('Hosts, and domains with all below them, that are reached directly'),
      })
      .optional(),
  })
  .refine((nats) => (nats.url === undefined) !== (nats.urls === undefined), {
    message: 'needs either url or urls',
  })
  .refine((nats) => nats.lobby_creds_file === undefined || nats.lobby === undefined, {
    message: 'takes lobby_creds_file or lobby, not both',
    path: ['lobby'],
  })

const pemFile = (what: string) => z.string().min(1).describe(`File with ${what}, PEM`)

// Where a connector in another process listens.
export const pluginSchema = z
  .union([
    z.strictObject({
      socket: z
        .string()
        .regex(/^\/[^\0]{1,106}$/, 'must be an absolute path of at most 107 characters')
        .describe('Unix socket that the plugin listens on'),
    }),
    z.strictObject({
      address: z
        .string()
        .regex(/^(?:[A-Za-z0-9.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):\d{1,5}$/, 'must look like host:port')
        .describe('Where the plugin listens, always over mutual TLS'),
      tls: z.strictObject({
        ca_file: pemFile('the authority of its certificate'),
        cert_file: pemFile("this agent's certificate"),
        key_file: pemFile('the key of that certificate'),
      }),
    }),
  ])
  .describe('A connector in another process: its socket, or its address and the files of mutual TLS')

export type PluginSettings = z.output<typeof pluginSchema>

const connectorSchema = z
  .strictObject({
    connector: z
      .string()
      .min(1)
      .optional()
      .describe('Id of a built-in connector; beside plugin, the id that it must give'),
    plugin: pluginSchema.optional(),
    instance: name.optional().describe('Name of this instance; the connector id when left out'),
    config: z.record(z.string(), z.unknown()).default({}).describe("The connector's own settings"),
    expect: z
      .record(z.string(), z.string())
      .optional()
      .describe('Scope that the credential must prove, such as account: "123456789012"'),
    covers: z.array(name).max(64).default([]).describe('Instances that this one covers'),
  })
  .refine((entry) => entry.connector !== undefined || entry.plugin !== undefined, {
    message: 'is missing; name a built-in connector, or a plugin',
    path: ['connector'],
  })
  .refine((entry) => entry.plugin === undefined || entry.instance !== undefined, {
    message: 'is missing; a plugin needs a name of its own',
    path: ['instance'],
  })

const redactionSchema = z.strictObject({
  custom: z
    .array(z.strictObject({ name, pattern: z.string().min(1).max(500) }))
    .max(50)
    .default([])
    .describe('Patterns of your own (RE2) whose matches never leave'),
  public_ips: z
    .enum(['tag_all', 'tag_in_text', 'keep'])
    .default('tag_in_text')
    .describe('Which public addresses are replaced; those in fields of infrastructure stay by default'),
  tag_secret: secretField('Shared by agents whose tags are to be compared').optional(),
})

// The agent's one file, as written; unknown keys are refused.
export const agentFileSchema = z.strictObject({
  name: name.describe('How people call this agent; an alias that may change'),
  labels: z.record(z.string().max(64), z.string().max(256)).default({}),
  data_dir: z.string().min(1).describe('Folder that keeps the key, mode 0600'),
  nats: natsSchema,
  join_token: secretField('Used once, when the agent has no identity yet').optional(),
  kubernetes: z
    .strictObject({
      token_file: z.string().min(1).describe('Projected ServiceAccount token of the audience vedette'),
    })
    .optional()
    .describe('Proves this agent by its pod, in place of a join token'),
  tick_ms: z
    .number()
    .int()
    .min(10)
    .max(60_000)
    .optional()
    .describe('Overrides the tick that enrolment names'),
  deny: z.array(z.unknown()).max(1000).default([]).describe('Denylist that no control plane can loosen'),
  writes: z.array(z.string().min(1)).max(64).default([]).describe('Writes that this agent may run'),
  high_risk: z.boolean().default(false).describe('Needed beside writes for those that restart what runs'),
  connectors: z.array(connectorSchema).max(200).default([]),
  redaction: redactionSchema.optional(),
  endpoints: z
    .strictObject({
      port: z.number().int().min(0).max(65_535),
      host: z.enum(['127.0.0.1', '::1']).default('127.0.0.1'),
    })
    .optional()
    .describe('Loopback address of /healthz, /readyz and /metrics'),
  identity: z
    .strictObject({ host_id: z.string().min(8).max(256) })
    .optional()
    .describe("For tests: stands in for the machine's own id"),
  log_level: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
})

export type AgentFile = z.output<typeof agentFileSchema>
export type ConnectorEntry = AgentFile['connectors'][number]
