import type { ConnectContext, Connector, ProbeResult, Reading, Served } from '@vedette/proto/connector'
import { ArgumentError, SourceError } from '@vedette/proto/connector'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import type { Fixture } from './fixtures.ts'

// Milliseconds of the fake clock that a run has: too few for a retry, so that one fault is one request.
export const RUN_MS = 100
// Stands for one approved action.
const KEY = 'Wk3Jb0pXq7sT2vYzL9mNcd'

export type Outcome =
  | Readonly<{ kind: 'reading'; reading: Reading<unknown> }>
  | Readonly<{ kind: 'probe'; result: ProbeResult }>
  | Readonly<{ kind: 'source_error'; error: SourceError }>
  | Readonly<{ kind: 'argument_error'; error: ArgumentError }>

export type Run = Readonly<{
  clock: FakeClock
  // Ends the call as a caller that goes away.
  abort(): void
  outcome: Promise<Outcome>
  close(): Promise<void>
}>

export type RunOptions = Readonly<{
  connector: Connector
  fixture: Fixture
  config: Readonly<Record<string, unknown>>
  readSecret?: ConnectContext['readSecret']
}>

// The secret that a configuration's reference stands for in the suite.
export async function readCanary(ref: Parameters<ConnectContext['readSecret']>[0]): Promise<string> {
  return toCanary('env' in ref ? ref.env : ref.file)
}

function toCanary(name: string): string {
  return `canary-${name.replaceAll(/[^A-Za-z0-9]/g, '-')}-7f3a91c2`
}

// Connects and starts one fixture's call on a fake clock.
export function startRun({ connector, fixture, config, readSecret = readCanary }: RunOptions): Run {
  const { now } = fixture.request
  const clock = createFakeClock(now === undefined ? undefined : Date.parse(now))
  const controller = new AbortController()
  const client = connector.connect(connector.config.parse(config), {
    clock,
    instance: connector.id,
    readSecret,
  })
  const context = { clock, signal: controller.signal, deadline: clock.now() + RUN_MS, idempotencyKey: KEY }
  const call =
    fixture.request.probe === true
      ? connector.probe(client, context).then((result): Outcome => ({ kind: 'probe', result }))
      : findServed(connector, fixture)
          .run(client, fixture.request.input ?? {}, context)
          .then((reading): Outcome => ({ kind: 'reading', reading }))
  return {
    clock,
    abort: () => controller.abort(),
    outcome: call.catch(toOutcome),
    close: async () => connector.close?.(client),
  }
}

// The served operation of a fixture. Throws when the connector does not serve it.
export function findServed(connector: Connector, fixture: Fixture): Served<unknown> {
  const served = connector.operations.find((one) => one.operation.id === fixture.request.operation)
  if (served === undefined)
    throw new Error(`fixture ${fixture.name}: ${fixture.request.operation} is not served`)
  return served
}

function toOutcome(error: unknown): Outcome {
  if (error instanceof SourceError) return { kind: 'source_error', error }
  if (error instanceof ArgumentError) return { kind: 'argument_error', error }
  throw error
}
