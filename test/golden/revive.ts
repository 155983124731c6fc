import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createDispatch, type InstanceRead } from '@vedette/control-plane/dispatch'
import { systemClock } from '@vedette/proto/clock'
import { findOperation } from '@vedette/proto/operations'
import type { ConnectorState } from '@vedette/proto/wire'
import { eventually, ROOT } from '@vedette/test/kit'
import { type AgentOptions, enrol, type FakeAgent, startAgent } from '../contract/control-plane/fake-agent.ts'
import { createWorld, type Replica } from '../contract/control-plane/world.ts'

type Part = Readonly<{ scope: Readonly<Record<string, string>>; state: string; as_of?: string }>
type Served = Pick<ConnectorState, 'instance' | 'connector' | 'operations'>
type Answer = Readonly<{
  connector: string
  operation: string
  arguments: Readonly<Record<string, unknown>>
  value: unknown
  parts: readonly Part[]
}>
/** What an agent of a release served, and what it answered. */
export type Transcript = Readonly<{
  version: string
  connectors: readonly Served[]
  calls: readonly Answer[]
}>

const FOLDER = join(ROOT, 'test', 'golden', 'transcripts')
/** Those of every release. */
export const TRANSCRIPTS = globSync('*/agent.golden.json', { cwd: FOLDER }).map(
  (path) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Transcript, // written by record.ts
)
const PRINCIPAL = { organisation: 'acme', id: 'tok_1', name: 'test', mode: 'auto', role: 'admin' } as const

/** A recorded agent, alive, and the replica that sees it. */
export type Revived = Readonly<{ replica: Replica; agent: FakeAgent; transcript: Transcript }>

/** What is different from how it was recorded: what it serves, and how it speaks and answers. */
export type Changes = Pick<AgentOptions, 'speak'> &
  Readonly<{
    serve?(states: readonly ConnectorState[]): readonly ConnectorState[]
    answer?(answer: Answer, now: string): Pick<Answer, 'value' | 'parts'>
  }>

/** The recorded agent: it is up, has proved the scopes that its answers name, and answers as it did, now. */
export async function revive(
  t: TestContext,
  transcript: Transcript,
  { speak, serve = (states) => states, answer = (one) => one }: Changes = {},
): Promise<Revived> {
  const { connectors, calls } = transcript
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
    connectors: serve(states),
    ...(speak === undefined ? {} : { speak }),
    answer: (call, self) => {
      const found = calls.find(({ operation }) => operation === call.operation)
      const told = found === undefined ? undefined : answer(found, now)
      return self.reply(
        call,
        told?.value,
        told?.parts.map((part) => ({ ...part, ...(part.as_of === undefined ? {} : { as_of: now }) })),
      )
    },
  })
  t.after(() => agent.die())
  await eventually(() => replica.fleet.agents('acme')[0]?.status === 'connected')
  return { replica, agent, transcript }
}

/** Asks every recorded question that the catalogue of today still has; what came of each, by operation. */
export async function askAll({
  replica,
  transcript,
}: Revived): Promise<ReadonlyMap<string, readonly InstanceRead[]>> {
  const { fleet, bus } = replica
  const dispatch = createDispatch({ fleet, callAgent: bus.callAgent, clock: systemClock, tick_ms: 200 })
  const told = new Map<string, readonly InstanceRead[]>()
  for (const { operation: id, connector, arguments: given } of transcript.calls) {
    const operation = findOperation(id)
    if (operation === undefined) continue
    const instance = transcript.connectors.find((one) => one.connector === connector)?.instance ?? ''
    const request = {
      operation,
      role: 'input',
      arguments: operation.input.parse(given) as Record<string, unknown>, // inputs are objects
      routing: { instance },
    } as const
    const context = { principal: PRINCIPAL, budget_ms: 10_000, signal: new AbortController().signal }
    const [read] = await dispatch([request], context)
    told.set(id, read?.instances ?? [])
  }
  return told
}

/** The operations of which nothing was seen, or more or less than one source, with what was said instead. */
export function listLost(told: ReadonlyMap<string, readonly InstanceRead[]>): readonly string[] {
  return [...told].flatMap(([id, instances]) => {
    const outcomes = instances.map(({ outcome }) => outcome)
    if (outcomes.length === 1 && outcomes[0]?.seen === true) return []
    return [`${id}: ${JSON.stringify(outcomes.flatMap(({ sources }) => sources)).slice(0, 300)}`]
  })
}
