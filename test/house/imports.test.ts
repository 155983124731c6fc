import assert from 'node:assert/strict'
import test from 'node:test'
import { findDoorBreaches } from './door-rules.ts'
import { findImportBreaches } from './import-rules.ts'
import { readCodeFiles } from './repository.ts'
import { findRoomCycles } from './room-cycles.ts'

const print = (breaches: readonly { path: string; line: number; message: string }[]) =>
  breaches.map(({ path, line, message }) => `${path}:${line} ${message}`).join('\n')

test('no file imports what the table of who may import whom forbids it', () => {
  const files = readCodeFiles()
  assert.ok(files.length > 20, 'the guard must see the repository, or it guards nothing')
  assert.equal(print(files.flatMap(findImportBreaches)), '')
})

test('NATS, the MCP SDK, the environment, time and fetch are reached only through their doors', () => {
  assert.equal(print(readCodeFiles().flatMap(findDoorBreaches)), '')
})

test('the rooms of proto do not import each other in a circle', () => {
  assert.deepEqual(findRoomCycles(readCodeFiles()), [])
})

const FORBIDDEN: readonly [path: string, text: string][] = [
  ['proto/src/visibility/fold.ts', "import { z } from 'zod'"],
  ['proto/src/visibility/fold.ts', "import type { Health } from '../health/index.ts'"],
  ['proto/src/health/words.ts', "import { STATES } from '../visibility/index.ts'"],
  ['proto/src/scope/sweep.ts', "import { readFileSync } from 'node:fs'"],
  ['proto/src/wire/v1/call.ts', "import { connect } from 'nats'"],
  ['proto/src/scope/sweep.ts', "import { x } from '@vedette/proto/health'"],
  ['connectors/registry.ts', "import { connectHost } from './host/client.ts'"],
  ['connectors/kit/http.ts', "import { lib } from 'systeminformation'"],
  ['connectors/prometheus/index.ts', "import { host } from '../host/index.ts'"],
  ['connectors/prometheus/index.ts', "import { gate } from '@vedette/agent/gate'"],
  ['connectors/prometheus/index.ts', "import { seal } from '../../control-plane/src/answers/index.ts'"],
  ['connectors/prometheus/operations/metrics-query.ts', "import { readFile } from 'node:fs/promises'"],
  [
    'connectors/prometheus/operations/metrics-query.ts',
    "import { parser } from '@prometheus-io/lezer-promql'",
  ],
  ['connectors/host/operations/disks-list.ts', "import { fsSize } from 'systeminformation'"],
  ['connectors/host/operations/disks-list.ts', "export { fsSize } from 'systeminformation'"],
  ['connectors/host/operations/disks-list.ts', "const lib = await import('systeminformation')"],
  ['connectors/host/operations/disks-list.ts', "const lib = require('systeminformation')"],
  ['agent/src/main/index.ts', "import { dispatch } from '@vedette/control-plane/dispatch'"],
  ['agent/src/host/index.ts', "import { getBounded } from '@vedette/connectors/kit'"],
  ['agent/src/host/index.ts', "import { host } from '../../../connectors/host/index.ts'"],
  ['agent/src/gate/index.ts', "import { match } from '../../../proto/src/policy/index.ts'"],
  ['control-plane/src/tools/index.ts', "import { connectors } from '@vedette/connectors/registry'"],
  ['control-plane/src/tools/index.ts', "import { run } from '@vedette/agent/main'"],
  ['control-plane/cli/bootstrap/up.mjs', "import { z } from 'zod'"],
  ['control-plane/cli/bootstrap/up.mjs', "import { up } from '../up.ts'"],
  ['test/kit/setup/test.mjs', "import fc from 'fast-check'"],
  ['control-plane/web/main.tsx', "import { readFileSync } from 'node:fs'"],
]

for (const [path, text] of FORBIDDEN) {
  test(`a planted import in ${path} is found: ${text}`, () => {
    const breaches = findImportBreaches({ path, text: `// a first line\n${text}\n` })
    assert.equal(breaches.length, 1, print(breaches))
    assert.equal(breaches[0]?.line, 2)
    assert.match(breaches[0]?.message ?? '', /because .{20}/)
  })
}

const ALLOWED: readonly [path: string, text: string][] = [
  ['proto/src/visibility/fold.ts', "import { STATES } from './states.ts'"],
  ['proto/src/operations/define.ts', "import { z } from 'zod'"],
  ['proto/src/visibility/fold.test.ts', "import test from 'node:test'\nimport fc from 'fast-check'"],
  ['connectors/registry.ts', "import { host } from './host/index.ts'"],
  ['connectors/host/operations/disks-list.ts', "import { statfs } from 'node:fs/promises'"],
  ['connectors/host/client.ts', "const lib = await import('systeminformation')"],
  ['connectors/prometheus/promql.ts', "import { parser } from '@prometheus-io/lezer-promql'"],
  ['connectors/prometheus/client.ts', "import { openHttp } from '@vedette/connectors/kit'"],
  ['connectors/prometheus/prometheus.test.ts', "import { conform } from '@vedette/connectors/kit/testing'"],
  ['agent/src/host/index.ts', "import { connectors } from '@vedette/connectors/registry'"],
  ['agent/src/host/index.ts', "import pino from 'pino'"],
  ['control-plane/src/http/index.ts', "import fastify from 'fastify'"],
  ['control-plane/src/store/store.test.ts', "import { startPostgres } from '@vedette/test/kit'"],
  [
    'proto/src/visibility/fold.ts',
    "// import { z } from 'zod'\n/* import 'nats' */ const s = `import 'nats'`",
  ],
  ['test/e2e/up.test.ts', "import { anything } from '../../agent/src/gate/index.ts'"],
]

for (const [path, text] of ALLOWED) {
  test(`an import that the table allows passes in ${path}: ${text.split('\n').at(-1)}`, () => {
    assert.equal(print(findImportBreaches({ path, text })), '')
  })
}

const DOORS_FORCED: readonly [path: string, text: string][] = [
  ['agent/src/reporter/index.ts', "import { connect } from 'nats'"],
  ['control-plane/src/fleet/index.ts', "import type { NatsConnection } from '@nats-io/nats-core'"],
  ['control-plane/src/http/index.ts', "import { Server } from '@modelcontextprotocol/server'"],
  ['connectors/prometheus/client.ts', "import { Client } from '@modelcontextprotocol/client'"],
  ['connectors/prometheus/index.ts', "import { replay } from '../kit/testing/index.ts'"],
  ['agent/src/prober/index.ts', "import { setTimeout } from 'node:timers/promises'"],
  ['agent/src/gate/index.ts', 'const token = process.env.TOKEN'],
  ['agent/src/gate/index.ts', "const token = process['x'], { env } = process"],
  ['agent/src/gate/index.ts', 'const at = Date.now()'],
  ['agent/src/gate/index.ts', 'const at = new Date()'],
  ['agent/src/gate/index.ts', 'const at = performance.now()'],
  ['control-plane/src/dispatch/index.ts', 'setTimeout(() => {}, 10)'],
  ['control-plane/src/dispatch/index.ts', 'globalThis.setTimeout(() => {}, 10)'],
  ['control-plane/src/dispatch/index.ts', 'const signal = AbortSignal.timeout(10)'],
  ['connectors/prometheus/client.ts', 'const response = await fetch(url)'],
  ['connectors/prometheus/client.ts', `const text = \`\${await fetch(url)}\``],
]

for (const [path, text] of DOORS_FORCED) {
  test(`a planted way round a door in ${path} is found: ${text}`, () => {
    const breaches = findDoorBreaches({ path, text })
    assert.equal(breaches.length, 1, print(breaches))
    assert.match(breaches[0]?.message ?? '', /, but .{20}/)
  })
}

const DOORS_USED: readonly [path: string, text: string][] = [
  ['agent/src/bus/connection.ts', "import { connect } from 'nats'"],
  ['control-plane/src/mcp/index.ts', "import { Server } from '@modelcontextprotocol/server'"],
  ['connectors/mcp/client.ts', "import { Client } from '@modelcontextprotocol/client'"],
  ['agent/src/config.ts', 'const token = process.env.TOKEN'],
  ['agent/src/gate/index.ts', 'const at = clock.now(); const cancel = clock.after(10, run)'],
  ['agent/src/gate/index.ts', 'const at = new Date(ms).toISOString()'],
  [
    'agent/src/gate/index.ts',
    "// Date.now() is not used\nconst text = 'fetch(url), process.env, new Date()'",
  ],
  ['agent/src/main/system-clock.ts', 'const now = Date.now()'],
  ['connectors/kit/http.ts', 'const response = await fetch(url)'],
  ['connectors/prometheus/client.ts', 'const response = await http.fetch(url)'],
  ['connectors/prometheus/prometheus.test.ts', 'const response = await fetch(url)'],
  ['control-plane/cli/bootstrap/up.mjs', 'const path = process.env.PATH; const at = Date.now()'],
]

for (const [path, text] of DOORS_USED) {
  test(`a door that is used rightly passes in ${path}: ${text.split('\n').at(-1)}`, () => {
    assert.equal(print(findDoorBreaches({ path, text })), '')
  })
}

test('a planted circle between rooms of proto is found', () => {
  const files = [
    { path: 'proto/src/scope/a.ts', text: "import { b } from '../policy/index.ts'" },
    { path: 'proto/src/policy/index.ts', text: "export * from '../wire/v1/index.ts'" },
    { path: 'proto/src/wire/v1/index.ts', text: "import type { A } from '../../scope/a.ts'" },
    { path: 'proto/src/health/index.ts', text: "import { a } from '../scope/a.ts'" },
  ]
  assert.deepEqual(findRoomCycles(files), ['policy', 'scope', 'wire'])
  assert.deepEqual(findRoomCycles(files.slice(1)), [])
})
