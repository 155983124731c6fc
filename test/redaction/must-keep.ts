import { randomBytes } from 'node:crypto'
import { redactSync } from '@vedette/agent/redactor'
import { createRandom, fill, type Random } from './random.ts'

/** A token that names something and must stay: under which key it stands, and how it is made. */
type Keep = {
  readonly what: string
  readonly key: string
  readonly make: (random: Random) => string
  /** Where it must stay; everywhere when left out. */
  readonly only?: 'field' | 'named'
}

const time = (random: Random) => new Date(random.between(1_600_000_000, 1_900_000_000) * 1000).toISOString()
const epoch = (random: Random, zeros: number) =>
  `${random.between(1_600_000_000, 1_900_000_000)}${random.text('0123456789', zeros)}`
const word = (random: Random) =>
  random.pick(['web', 'api', 'orders', 'payments', 'auth', 'cart', 'ledger', 'search', 'worker'])
const privateIp = (random: Random) =>
  random.pick([
    `10.${random.between(0, 255)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    `192.168.${random.between(0, 255)}.${random.between(1, 254)}`,
    `172.${random.between(16, 31)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    `100.${random.between(64, 127)}.${random.between(0, 255)}.${random.between(1, 254)}`,
    `127.0.0.${random.between(1, 254)}`,
    `169.254.${random.between(0, 255)}.${random.between(1, 254)}`,
  ])

const KEEPS: readonly Keep[] = [
  { what: 'trace id', key: 'trace_id', make: (random) => fill(random, '{h32}') },
  { what: 'span id', key: 'span_id', make: (random) => fill(random, '{h16}') },
  { what: 'traceparent', key: 'traceparent', make: (random) => fill(random, '00-{h32}-{h16}-01') },
  { what: 'UUID', key: 'uid', make: (random) => fill(random, '{h8}-{h4}-4{h3}-a{h3}-{h12}') },
  {
    what: 'ULID',
    key: 'request_id',
    make: (random) => `01${random.text('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 24)}`,
  },
  { what: 'ETag', key: 'etag', make: (random) => fill(random, '"{h32}"') },
  { what: 'short commit', key: 'commit', make: (random) => fill(random, '{h7}') },
  { what: 'short commit of nine', key: 'revision', make: (random) => fill(random, '{h9}') },
  { what: 'commit', key: 'sha', make: (random) => fill(random, '{h40}') },
  { what: 'digest', key: 'digest', make: (random) => fill(random, 'sha256:{h64}') },
  {
    what: 'image',
    key: 'image',
    make: (random) =>
      `registry.example.org/team/${word(random)}:v${random.between(1, 40)}.${random.between(0, 30)}.${random.between(0, 99)}`,
  },
  {
    what: 'image by digest',
    key: 'image',
    make: (random) => `ghcr.io/org/${word(random)}@sha256:${fill(random, '{h64}')}`,
  },
  {
    what: 'pod',
    key: 'pod',
    make: (random) =>
      `${word(random)}-${fill(random, '{h10}')}-${random.text('bcdfghjklmnpqrstvwxz2456789', 5)}`,
  },
  {
    what: 'resource version',
    key: 'resourceVersion',
    make: (random) => String(random.between(1000, 9_999_999_999)),
  },
  {
    what: 'node name',
    key: 'node',
    make: (random) =>
      `ip-10-${random.between(0, 255)}-${random.between(0, 255)}-${random.between(1, 254)}.ec2.internal`,
  },
  { what: 'finalizer', key: 'finalizer', make: (random) => `${word(random)}.example.org/finalizer` },
  { what: 'ARN', key: 'arn', make: (random) => `arn:aws:iam::${fill(random, '{d12}')}:role/${word(random)}` },
  { what: 'AWS account', key: 'account_id', make: (random) => fill(random, '{d12}') },
  {
    what: 'GCP project number',
    key: 'project_number',
    make: (random) => fill(random, random.pick(['{d10}', '{d11}', '{d12}', '{d13}'])),
  },
  {
    what: 'subscription',
    key: 'subscription_id',
    make: (random) => fill(random, '/subscriptions/{h8}-{h4}-{h4}-{h4}-{h12}/resourceGroups/web'),
  },
  { what: 'epoch seconds', key: 'ts', make: (random) => epoch(random, 0) },
  { what: 'epoch milliseconds', key: 'timestamp', make: (random) => epoch(random, 3) },
  { what: 'epoch microseconds', key: 'time_us', make: (random) => epoch(random, 6) },
  { what: 'epoch nanoseconds', key: 'time_unix_nano', make: (random) => epoch(random, 9) },
  { what: 'RFC 3339', key: 'time', make: time },
  { what: 'local time', key: 'date', make: (random) => time(random).slice(0, 19).replace('T', ' ') },
  {
    what: 'duration',
    key: 'took',
    make: (random) =>
      `${random.between(1, 99_999)}.${random.between(0, 999)}${random.pick(['ms', 's', 'us', 'h'])}`,
  },
  {
    what: 'bytes',
    key: 'bytes',
    make: (random) => random.text('123456789', 1) + random.text('0123456789', random.between(0, 13)),
  },
  { what: 'port', key: 'port', make: (random) => String(random.between(1, 65_535)) },
  { what: 'process', key: 'pid', make: (random) => String(random.between(1, 4_194_304)) },
  { what: 'SQLSTATE', key: 'sqlstate', make: (random) => fill(random, '{d2}P{d2}') },
  { what: 'HTTP status', key: 'status', make: (random) => String(random.between(100, 599)) },
  {
    what: 'version',
    key: 'version',
    make: (random) =>
      `v${random.between(0, 30)}.${random.between(0, 300)}.${random.between(0, 99)}-rc.${random.between(1, 9)}`,
  },
  {
    what: 'version of four',
    key: 'version',
    only: 'named',
    make: (random) =>
      `${random.between(1, 30)}.${random.between(0, 200)}.${random.between(0, 200)}.${random.between(1, 200)}`,
  },
  { what: 'private address', key: 'ip', make: privateIp },
  {
    what: 'public address in a field',
    key: 'load_balancer_ip',
    only: 'field',
    make: (random) => `52.${random.between(1, 254)}.${random.between(1, 254)}.${random.between(1, 254)}`,
  },
  {
    what: 'network',
    key: 'cidr',
    make: (random) =>
      `${random.pick([10, 52, 34, 172])}.${random.between(0, 255)}.${random.between(0, 255)}.0/${random.between(8, 28)}`,
  },
  { what: 'MAC', key: 'mac', make: (random) => fill(random, '{h2}:{h2}:{h2}:{h2}:{h2}:{h2}') },
  { what: 'metric', key: 'metric', make: (random) => `${word(random)}_requests_total` },
  {
    what: 'PromQL',
    key: 'expr',
    make: (random) => `rate(${word(random)}_requests_total{code="${random.between(200, 599)}"}[5m])`,
  },
  {
    what: 'LogQL',
    key: 'expr',
    make: (random) => `{app="${word(random)}"} |= "error" | json | status >= 500`,
  },
  { what: 'secret name', key: 'secretName', make: (random) => `${word(random)}-tls` },
  { what: 'fingerprint', key: 'fingerprint', make: (random) => fill(random, 'SHA256:{b43}') },
  {
    what: 'public key',
    key: 'public_key',
    make: (random) => fill(random, 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{A43}'),
  },
  {
    what: 'certificate subject',
    key: 'subject',
    make: (random) => `CN=${word(random)}.example.org,O=Example`,
  },
  {
    what: 'placeholder',
    key: 'password',
    make: (random) =>
      random.pick([
        '\x24{DB_PASSWORD}',
        '{{ .Values.password }}',
        '<YOUR_TOKEN>',
        '***',
        '\x24(DB_PASSWORD)',
      ]),
  },
  { what: 'switch', key: 'secret_enabled', make: (random) => random.pick(['true', 'false']) },
  {
    what: 'service',
    key: 'host',
    make: (random) => `${word(random)}.prod.svc.cluster.local:${random.between(80, 9999)}`,
  },
  {
    what: 'service account',
    key: 'account',
    make: (random) => `${word(random)}@my-project-${random.between(1, 999)}.iam.gserviceaccount.com`,
  },
  { what: 'path', key: 'path', make: (random) => `/api/v1/${word(random)}/${random.between(1, 999_999)}` },
  { what: 'unit', key: 'unit', make: (random) => `${word(random)}@${random.between(1, 9)}.service` },
]

export type KeepResult = {
  readonly what: string
  readonly tried: number
  readonly altered: number
  readonly example: string | null
}

const BATCH = 500
const key = randomBytes(32)

/** Makes at least `total` tokens, each alone, under its key, and in a line, and counts those that did not stay. */
export function runMustKeep(total: number, seed: number): KeepResult[] {
  const each = Math.ceil(total / KEEPS.length)
  return KEEPS.map(({ what, key: name, make, only }, at) => {
    const random = createRandom(seed + at)
    let altered = 0
    let example: string | null = null
    for (let done = 0; done < each; done += BATCH) {
      const tokens = Array.from({ length: Math.min(BATCH, each - done) }, () => make(random))
      const input = tokens.map((token) => [
        { [name]: token },
        only === 'field' ? null : `level=info msg="done" ${name}=${token} n=1`,
        only === undefined ? token : null,
      ])
      // The engine keeps the shape of what it redacts.
      const output = redactSync(input, { mode: 'body', key }).value as typeof input
      for (const [place, row] of input.entries()) {
        if (JSON.stringify(output[place]) === JSON.stringify(row)) continue
        altered += 1
        example ??= JSON.stringify(output[place])
      }
    }
    return { what, tried: each, altered, example }
  })
}
