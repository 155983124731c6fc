import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ControlPlaneConfigError, parseControlPlaneConfig } from './index.ts'

const SMALLEST = 'data_dir: /var/lib/vedette\nnats: { urls: ["nats://127.0.0.1:4622"] }\n'

const listFaults = (text: string): readonly string[] => {
  try {
    parseControlPlaneConfig(text)
    return []
  } catch (error) {
    assert.ok(error instanceof ControlPlaneConfigError)
    return error.faults
  }
}

test('the smallest file stands on loopback, in UTC, with a store beside its keys', () => {
  assert.deepEqual(parseControlPlaneConfig(SMALLEST), {
    data_dir: '/var/lib/vedette',
    store: 'sqlite:/var/lib/vedette/store.db',
    nats: { urls: ['nats://127.0.0.1:4622'] },
    http: { host: '127.0.0.1', port: 4680, allowed_origins: [] },
    limits: {
      requests_per_minute: 12_000,
      calls_per_minute: 1200,
      calls_at_once: 600,
      metered_reads_per_day: 200,
      organisations: {},
      freshness_seconds: 21_600,
    },
    runbooks: {},
    tick_ms: 10_000,
    time_zone: 'UTC',
    log_level: 'info',
  })
})

const FAULTS: readonly [text: string, faults: readonly string[]][] = [
  [`${SMALLEST}stroe: sqlite:x\n`, ['the file: has unknown keys (stroe); remove or correct them']],
  [`${SMALLEST}time_zone: Mars/Base\n`, ['time_zone: must be an IANA zone such as Europe/Berlin']],
  [
    `${SMALLEST}store: mysql://x\n`,
    ['store: must be sqlite:FILE, postgres://..., { env: NAME } or { file: PATH }'],
  ],
  [
    `${SMALLEST}store: { env: VEDETTE_NO_SUCH_VARIABLE }\n`,
    ['store: the variable VEDETTE_NO_SUCH_VARIABLE is not set'],
  ],
  [
    'data_dir: /x\nnats: { urls: ["nats://me:hunter2@host"] }\n',
    ['nats.urls.0: must be a nats, tls, ws or wss URL without credentials'],
  ],
  ['a: [1\nb', ['line 2: is not valid YAML; check its indentation']],
  [
    `${SMALLEST}oauth: { issuer: "https://idp.test", organisation: { fixed: acme } }\n`,
    ['oauth.audience: is needed where http.public_url is not set'],
  ],
  [
    `${SMALLEST}oauth: { issuer: "https://idp.test", audience: v, organisation: { fixed: acme }, sign_in: { client_id: p } }\n`,
    ['oauth.sign_in: needs http.public_url, which people come back to'],
  ],
  [
    `${SMALLEST}oauth: { issuer: "https://idp.test", audience: v, ca_file: /nonexistent, organisation: { fixed: acme } }\n`,
    ['oauth.ca_file: /nonexistent cannot be read'],
  ],
]

for (const [text, faults] of FAULTS) {
  test(`a file is refused with ${faults[0]}`, () => {
    assert.deepEqual(listFaults(text), faults)
  })
}
