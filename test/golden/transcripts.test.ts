import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createDispatch } from '@vedette/control-plane/dispatch'
import { systemClock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import type { ConnectorState } from '@vedette/proto/wire'
import { eventually, ROOT } from '@vedette/test/kit'
import { enrol, startAgent } from '../contract/control-plane/fake-agent.ts'
import { createWorld } from '../contract/control-plane/world.ts'

type Part = Readonly<{ scope: Readonly<Record<string, string>>; state: string; as_of?: string }>
type Served = Pick<ConnectorState, 'instance' | 'connector' | 'operations'>
type Answer = Readonly<{
  connector: string
  operation: string
  arguments: Readonly<Record<string, unknown>>
  value: unknown
  parts: readonly Part[]
}>
type Transcript = Readonly<{ version: string; connectors: readonly Served[]; calls: readonly Answer[] }>

const FOLDER = join(ROOT, 'test', 'golden', 'transcripts')
const TRANSCRIPTS = globSync('*/agent.golden.json', { cwd: FOLDER }).map(
  (path) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Transcript, // written by record.ts
)
const PRINCIPAL = { organisation: 'acme', id: 'tok_1', name: 'test', mode: 'auto', role: 'admin' } as const

// The recorded agent, alive: it is up, has proved the scopes that its answers name, and answers as it did, now.
async function revive(t: TestContext, { connectors, calls }: Transcript) {
  const world = await createWorld(t)
  const replica = await world.start('r1')
  const now = new Date().toISOString()
  const scopesOf = (connector: string) => {
    const texts = calls
      .filter((call) => call.connector === connector)
      .flatMap(({ parts }) => parts.map(({ scope }) => JSON.stringify(scope)))
    return [...new Set(texts)].map((text) => JSON.parse(text))
  }
  const states = connectors.map((one): ConnectorState => {
    const scopes = scopesOf(one.connector)
    return { ...one, health: 'up', since: now, checked_at: now, scopes, denied: [], covers: [], servers: [] }
  })
  const agent = await startAgent(world, await enrol(world, 'recorded'), {
    machine: 'recorded',
    connectors: states,
    answer: (call, self) => {
      const answer = calls.find(({ operation }) => operation === call.operation)
      return self.reply(
        call,
        answer?.value,
        answer?.parts.map((part) => ({ ...part, ...(part.as_of === undefined ? {} : { as_of: now }) })),
      )
    },
  })
  t.after(() => agent.die())
  await eventually(() => replica.fleet.agents('acme')[0]?.status === 'connected')
  return replica
}

test('there is a transcript of a release, and it holds connectors and answers', () => {
  assert.ok(TRANSCRIPTS.length > 0)
  for (const { connectors, calls } of TRANSCRIPTS) assert.ok(connectors.length >= 3 && calls.length >= 40)
})

for (const transcript of TRANSCRIPTS)
  test(`an agent of ${transcript.version} serves under this control plane all that it had, and its answers count`, async (t) => {
    const { fleet, bus } = await revive(t, transcript)
    const served = fleet.agents('acme').flatMap(({ connectors }) => connectors)
    assert.deepEqual(
      served.map(({ instance, operations }) => [instance, operations.map(({ id }) => id)]),
      transcript.connectors.map(({ instance, operations }) => [instance, operations.map(({ id }) => id)]),
    )
    const dispatch = createDispatch({ fleet, callAgent: bus.callAgent, clock: systemClock, tick_ms: 200 })
    const problems: string[] = []
    for (const { operations } of transcript.connectors)
      for (const { id, contract } of operations) {
        const now = findOperation(id)
        if (now?.contract !== contract) problems.push(`${id}: contract ${contract}, here ${now?.contract}`)
      }
    for (const { operation: id, connector, arguments: given } of transcript.calls) {
      const operation = findOperation(id)
      if (operation === undefined) continue
      const request = {
        operation,
        role: 'input',
        arguments: operation.input.parse(given) as Record<string, unknown>, // inputs are objects
        routing: {
          instance: transcript.connectors.find((one) => one.connector === connector)?.instance ?? '',
        },
      } as const
      const context = { principal: PRINCIPAL, budget_ms: 10_000, signal: new AbortController().signal }
      const [read] = await dispatch([request], context)
      const outcomes = read?.instances.map(({ outcome }) => outcome) ?? []
      if (outcomes.length !== 1 || outcomes[0]?.seen !== true)
        problems.push(`${id}: ${JSON.stringify(outcomes.flatMap(({ sources }) => sources)).slice(0, 300)}`)
    }
    assert.deepEqual(problems, [])
  })
