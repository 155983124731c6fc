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
  // Set where another server stands between and answers for the vendor: tells a refusal as what it is, or undefined
  // where it is the vendor's own. The kit's client asks it before the connector's own table.
  between?(refusal: Readonly<{ status: number; text: string }>): Error | undefined
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
  // Set for a write: the same for the same approved action, so that a vendor can tell a repetition.
  idempotencyKey?: string
  // Tells whether policy takes a namespace out of the question: nothing of it may be read into the answer. Given only to
  // operations that declare `leavesOutNamespaces`; absent where nothing is taken out.
  isNamespaceDenied?(namespace: string): boolean
}>

// What one probe found: a health word, the scopes the credential proves, and per-server detail.
export type ProbeResult = Readonly<{
  health: Exclude<HealthWord, 'not_configured'>
  // Closed code when not up: a state word such as `unauthorized`, with `http_401`-like detail.
  code?: string
  scopes: readonly Scope[]
  // Scopes that are known to exist, reachable from here or not: the accounts of an organisation.
  known_scopes?: readonly Scope[]
  servers?: readonly ServerProbe[]
  // Operations that cannot be answered now although the server answers; a bare id lacks a permission.
  forbidden?: readonly (string | RefusedOperation)[]
}>

// One server of an instance. While it is down, the operations that need it are served by nobody; `needed_by` names
// only those that say nothing without it, not those that would be answered in part.
export type ServerProbe = Readonly<{
  name: string
  health: HealthWord
  code?: string
  version?: string
  needed_by?: readonly string[]
}>

// An operation that the credential may not run, or that the server has not got, as one probe found it. `missing` is
// the permission in the vendor's words, `why` a sentence of ours.
export type RefusedOperation = Readonly<{
  operation: string
  state?: 'forbidden' | 'not_served'
  missing?: string
  why?: string
}>

export type Served<Client> = Readonly<{
  operation: OperationDefinition
  tier?: Tier
  // True when it honours `isNamespaceDenied`. Without it a question that is wider than a denied namespace is refused whole.
  leavesOutNamespaces?: boolean
  run(client: Client, input: unknown, context: CallContext): Promise<Reading<unknown>>
  // Set for operations that change something: see `serveWrite`.
  kind?: 'write'
  // What a write would do, without doing it.
  preview?(client: Client, input: unknown, context: CallContext): Promise<Reading<unknown>>
}>

// Least permissions as the vendor takes them. `render` is pure; `namespaces` asks for one grant in each of these alone,
// and only of scripts that say they are `namespaced`.
export type PermissionScript = Readonly<{
  language: 'json' | 'yaml' | 'sql'
  namespaced?: boolean
  render(operations: readonly OperationDefinition[], where?: Readonly<{ namespace: string }>): string
}>

// One connector: everything the agent knows of a vendor. Keys are the same for all of them.
export type Connector<Config = unknown, Client = unknown> = Readonly<{
  id: string
  title: string
  config: z.ZodType<Config>
  // The query language of its raw queries, if it has one.
  dialect?: string
  // The same of one configuration, for a connector that speaks for several kinds of backend.
  dialectOf?(config: Config): string | undefined
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
  // Writes the least permissions of operations in the vendor's own form; absent, they are a plain list.
  permissions?: PermissionScript
  // The scopes that this configuration means, as far as it says so; for names of what is left out, never as proof.
  meant?(config: Config): readonly Scope[]
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
