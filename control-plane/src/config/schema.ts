import { z } from 'zod'

const natsUrl = z
  .string()
  .regex(/^(nats|tls|wss?):\/\/[^@\s]+$/, 'must be a nats, tls, ws or wss URL without credentials')
const STORE = 'must be sqlite:FILE, postgres://..., { env: NAME } or { file: PATH }'
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

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
  tick_ms: z.int().min(10).max(60_000).default(10_000).describe('One tick of the fleet, in milliseconds'),
  time_zone: z.string().min(1).max(64).default('UTC').describe('Zone of times that name none'),
  log_level: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export type ControlPlaneFile = z.output<typeof controlPlaneFileSchema>

// The checked configuration, with the store's URL resolved.
export type ControlPlaneConfig = Omit<ControlPlaneFile, 'store'> & Readonly<{ store: string }>
