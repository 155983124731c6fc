import { z } from 'zod'
import { type OAuthConfig, oauthSchema } from './oauth-schema.ts'

const natsUrl = z
  .string()
  .regex(/^(nats|tls|wss?):\/\/[^@\s]+$/, 'must be a nats, tls, ws or wss URL without credentials')
const STORE = 'must be sqlite:FILE, postgres://..., { env: NAME } or { file: PATH }'
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

const perDay = z.int().min(0).max(10_000_000)

// The control plane's one file; unknown keys are refused.
export const controlPlaneFileSchema = z.strictObject({
  data_dir: z.string().min(1).describe('Folder with operator.json, made by `vedette control-plane init`'),
  store: z
    .union(
      [
        z.string().regex(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/, STORE),
        z.strictObject({ env: z.string().min(1) }),
        z.strictObject({ file: z.string().min(1) }),
      ],
      { error: STORE },
    )
    .optional()
    .describe('Store URL, or where it is read from; default sqlite:<data_dir>/store.db'),
  nats: z.strictObject({
    urls: z.array(natsUrl).min(1).max(16).describe('Servers of the bus'),
    tls: z.strictObject({ ca_file: z.string().min(1).optional() }).optional(),
  }),
  http: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
      port: z.int().min(0).max(65_535).default(4680).describe('Port to listen on; 0 takes a free one'),
      public_url: origin.optional().describe('Origin that clients use, when a proxy stands in front'),
      allowed_origins: z.array(origin).max(64).default([]).describe('Further browser origins that may ask'),
    })
    .prefault({}),
  oauth: oauthSchema.optional().describe('A provider whose access tokens are taken beside our own'),
  limits: z
    .strictObject({
      requests_per_minute: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(12_000)
        .describe('Requests of one principal in a minute, on each replica'),
      calls_per_minute: z
        .int()
        .min(1)
        .max(1_000_000)
        .default(1200)
        .describe('Calls of one connector instance in a minute, on each replica'),
      calls_at_once: z
        .int()
        .min(1)
        .max(100_000)
        .default(600)
        .describe('Of these, what may be asked in one burst'),
      metered_reads_per_day: perDay
        .default(200)
        .describe('Reads that cost money, of one organisation in a day'),
      organisations: z
        .record(z.string().min(1).max(64), z.strictObject({ metered_reads_per_day: perDay }))
        .default({})
        .describe('The same for single organisations'),
      freshness_seconds: z
        .int()
        .min(0)
        .max(86_400)
        .default(21_600)
        .describe('Seconds at most for which equal questions share a reading; 0 asks each time'),
    })
    .prefault({}),
  runbooks: z
    .record(z.string().min(1).max(64), z.string().min(1))
    .default({})
    .describe('Folders of Markdown, one for each organisation by name'),
  tick_ms: z.int().min(10).max(60_000).default(10_000).describe('One tick of the fleet, in milliseconds'),
  time_zone: z.string().min(1).max(64).default('UTC').describe('Zone of times that name none'),
  log_level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type ControlPlaneFile = z.output<typeof controlPlaneFileSchema>

// The checked configuration, with the store's URL and the provider's files resolved.
export type ControlPlaneConfig = Omit<ControlPlaneFile, 'store' | 'oauth'> &
  Readonly<{ store: string; oauth?: OAuthConfig }>
