import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { status } from '@grpc/grpc-js'
import { systemClock } from '@vedette/proto/clock'
import { OPERATIONS } from '@vedette/proto/operations'
import {
  type Behaviour,
  disks,
  HONEST,
  type RunCall,
  send,
  startPlugin,
  toValue,
} from '../testing/serve-plugin.ts'
import { makeArguments } from './make-arguments.ts'
import { runSuite } from './run-suite.ts'

function isStrange({ request }: RunCall): boolean {
  return String(Buffer.from(request.argumentsJson)).includes('surprise_key')
}

// Refuses what must be refused, and answers with what is given.
function answer(...frames: Parameters<typeof send>[1][]): Behaviour['run'] {
  return (call) => {
    if (call.request.operation !== 'host.disks.list')
      return void call.emit('error', { code: status.UNIMPLEMENTED, details: 'no' })
    if (!isStrange(call)) return send(call, ...frames)
    send(call, { case: 'refusal', value: { code: 'invalid_argument', field: 'surprise_key' } })
  }
}

async function suite(t: TestContext, changes: Partial<Behaviour>) {
  const { socket } = await startPlugin(t, { ...HONEST, run: answer(...disks('/data')), ...changes })
  return runSuite({ clock: systemClock, settings: { socket }, config: {}, arguments: {}, builtIn: ['host'] })
}

test('a plugin that keeps the contract passes every check', async (t) => {
  const report = await suite(t, {})
  assert.deepEqual(
    report.checks.map(({ check, operation, outcome }) => [check, operation, outcome]),
    [
      ['describe', null, 'passed'],
      ['probe', null, 'passed'],
      ['unknown_operation', null, 'passed'],
      ['invalid_arguments', 'host.disks.list', 'passed'],
      ['output', 'host.disks.list', 'passed'],
      ['cancelled_calls', 'host.disks.list', 'passed'],
    ],
  )
  assert.deepEqual([report.ok, report.connector, report.version], [true, 'shelf', '1.2.3'])
})

const none = toValue({ disks: [] })
const BROKEN: readonly [name: string, changes: Partial<Behaviour>, check: string, outcome: string][] = [
  [
    'takes a built-in id',
    { describe: { id: 'host', version: '', operations: [{ id: 'host.disks.list', contract: 1 }] } },
    'describe',
    'failed',
  ],
  [
    'offers what nobody knows',
    { describe: { id: 'a', version: '', operations: [{ id: 'host.dreams.list', contract: 1 }] } },
    'describe',
    'failed',
  ],
  ['is down', { probe: { health: 'down', code: 'unauthorized' } }, 'probe', 'failed'],
  ['answers everything', { run: (call) => send(call, ...disks('/')) }, 'unknown_operation', 'failed'],
  ['ignores arguments', { run: (call) => send(call, ...disks('/')) }, 'invalid_arguments', 'failed'],
  [
    "sends another operation's body",
    { run: answer(toValue({ load: 1 }), disks('/')[1]) },
    'output',
    'failed',
  ],
  [
    'calls zero items empty without proof',
    { run: answer(none, { case: 'reading', value: { parts: [{ state: 'empty' }] } }) },
    'output',
    'failed',
  ],
  ['calls zero items read', { run: answer(...disks('/', { items: 0n })) }, 'output', 'failed'],
  ['says a word of its own', { run: answer(...disks('/', { state: 'fine' })) }, 'output', 'failed'],
  ['ends without a last frame', { run: answer(none) }, 'output', 'failed'],
  [
    'sends more than a message may hold',
    { run: answer({ case: 'value', value: Buffer.alloc(300_000, 32) }) },
    'output',
    'failed',
  ],
  [
    'only fails',
    { run: answer({ case: 'failure', value: { part: { state: 'forbidden' } } }) },
    'output',
    'skipped',
  ],
]

for (const [name, changes, check, outcome] of BROKEN) {
  test(`a plugin that ${name} is not conformant: ${check} ${outcome}`, async (t) => {
    const report = await suite(t, changes)
    assert.equal(report.ok, false)
    const row = report.checks.find((one) => one.check === check && one.outcome === outcome)
    assert.ok(row !== undefined, JSON.stringify(report.checks))
    assert.notEqual(row.detail, '', 'it says what was seen')
  })
}

test('where nothing listens, nothing passes', async () => {
  const settings = { socket: '/nonexistent/plugin.sock' }
  const report = await runSuite({ clock: systemClock, settings, config: {}, arguments: {}, builtIn: [] })
  assert.deepEqual([report.ok, report.checks.map((one) => one.outcome)], [false, ['failed']])
})

test('valid arguments can be made up for nearly every operation of the catalogue', () => {
  const without = OPERATIONS.filter((one) => makeArguments(one) === null).map(({ id }) => id)
  assert.deepEqual(without, [
    'k8s.pods.logs',
    'k8s.pods.logs_search',
    'k8s.resources.get',
    'k8s.resources.list',
  ])
})
