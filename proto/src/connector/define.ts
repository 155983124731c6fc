import type { z } from 'zod'
import type { Clock } from '../clock/index.ts'
import type { HealthWord } from '../health/index.ts'
import type { OperationDefinition } from '../operations/define.ts'
import type { Tier } from '../policy/index.ts'
import type { Scope } from '../visibility/index.ts'
import type { SecretRef } from './config-fields.ts'
import type { Reading } from './reading.ts'

// What a connector gets when its client is made: no network may be touched yet.
export type ConnectContext = Readonly<{
  clock: Clock
  // The instance's name in the agent's configuration, e.g. `prometheus` or `prometheus-eu`.
  instance: string
  // Reads a secret now: files are read again each time, so rotation needs no restart. Throws SourceError `unauthorized`.
  readSecret(ref: SecretRef): Promise<string>
}>

// What each call gets. `signal` aborts at the deadline or when the caller goes away.
export type CallContext = Readonly<{
  clock: Clock
  signal: AbortSignal
  // Epoch milliseconds on `clock`.
  deadline: number
  // Told before each request to the vendor, so that an answer can say what it cost; the kit's client does it.
  vendorCall?(): void
  // Tells the part of a text that may leave, with NUL for what may not: texts are searched in that alone, as a search in
  // what is hidden would let a caller guess it. Absent where nothing is hidden.
  visible?(text: string): string
}>

// What one probe found: a health word, the scopes the credential proves, and per-server detail.
export type ProbeResult = Readonly<{
  health: Exclude<HealthWord, 'not_configured'>
  // Closed code when not up: a state word such as `unauthorized`, with `http_401`-like detail.
  code?: string
  scopes: readonly Scope[]
  // Scopes that are known to exist, reachable from here or not: the accounts of an organisation.
  known_scopes?: readonly Scope[]
  servers?: readonly Readonly<{ name: string; health: HealthWord; code?: string; version?: string }>[]
  // Operations that this credential may not run.
  forbidden?: readonly string[]
}>

export type Served<Client> = Readonly<{
  operation: OperationDefinition
  tier?: Tier
  run(client: Client, input: unknown, context: CallContext): Promise<Reading<unknown>>
}>

// One connector: everything the agent knows of a vendor. Keys are the same for all of them.
export type Connector<Config = unknown, Client = unknown> = Readonly<{
  id: string
  title: string
  config: z.ZodType<Config>
  // The query language of its raw queries, if it has one.
  dialect?: string
  // Concurrent calls at most; the agent's own limit of 24 holds above it.
  concurrency?: number
  connect(config: Config, context: ConnectContext): Client
  probe(client: Client, context: CallContext): Promise<ProbeResult>
  operations: readonly Served<Client>[]
  // The instances that one configuration stands for: each is probed, asked and told apart alone. The suffix joins the
  // instance's name; absent, or empty for the only one, the name stays.
  split?(config: Config): readonly Readonly<{ suffix: string; config: Config }>[]
  // Ids of those operations that this configuration can serve; absent, all of them. Asked once, touches no network.
  serves?(config: Config): readonly string[]
  close?(client: Client): Promise<void>
}>

// A connector that is built in: its id, and its code, loaded on first use.
export type BuiltIn = Readonly<{ id: string; load(): Promise<Connector> }>

// Ties an operation to its implementation with types inferred from the definition.
export function serve<Client, I extends z.ZodObject, O extends z.ZodObject>(
  operation: OperationDefinition<I, O>,
  run: (client: Client, input: z.output<I>, context: CallContext) => Promise<Reading<z.input<O>>>,
  tier?: Tier,
): Served<Client> {
  return Object.freeze({
    operation: operation as unknown as OperationDefinition, // the catalogue's view forgets the exact schemas
    ...(tier === undefined ? {} : { tier }),
    run: (client: Client, input: unknown, context: CallContext) =>
      run(client, operation.input.parse(input), context),
  })
}

// Freezes a connector's literal. Throws TypeError when two entries serve one operation.
export function defineConnector<Config, Client>(connector: Connector<Config, Client>): Connector {
  const ids = connector.operations.map((one) => one.operation.id)
  if (new Set(ids).size !== ids.length)
    throw new TypeError(`connector ${connector.id} serves an operation twice`)
  return Object.freeze(connector) as unknown as Connector // the registry holds connectors of many client types
}
