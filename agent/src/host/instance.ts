import { createHash } from 'node:crypto'
import { toSchemaText } from '@vedette/proto/canonical'
import type { Clock } from '@vedette/proto/clock'
import type { Connector, SecretRef } from '@vedette/proto/connector'
import type { OperationDefinition } from '@vedette/proto/operations'
import { isWriteTier, TIERS, type Tier } from '@vedette/proto/policy'
import type { Scope } from '@vedette/proto/visibility'
import { type InstanceConfig, readSecret } from '../config/index.ts'

// One operation of an instance, with the tier that holds here and its digest.
export type ServedHere = Readonly<{
  operation: OperationDefinition
  tier: Tier
  // True when the connector raises the operation's own tier.
  raised: boolean
  digest: string
  // Whether it honours `isNamespaceDenied`.
  leavesOutNamespaces: boolean
  kind?: 'write'
  run: Connector['operations'][number]['run']
  preview?: Connector['operations'][number]['preview']
}>

// A configured connector on this agent; its client is made on first use and closed at the end.
export type Instance = Readonly<{
  name: string
  connector: Connector
  // The query language of its raw queries, if it has one.
  dialect: string | undefined
  secrets: readonly SecretRef[]
  expect: Readonly<Record<string, string>> | null
  // What the configuration means, whether it is ever proved or not.
  meant: readonly Scope[]
  covers: readonly string[]
  // The same object while the connector serves the same.
  served: ReadonlyMap<string, ServedHere>
  // The client, made now if there was none; what `connect` throws passes through.
  client(): unknown
  close(): Promise<void>
}>

// Readies an instance without touching the network; writes that are not enabled are not served.
export function createInstance(
  config: InstanceConfig,
  options: Readonly<{ clock: Clock; enableWrites: readonly string[] }>,
): Instance {
  const { connector, instance: name } = config
  let made: Readonly<{ client: unknown }> | null = null
  let last = { of: connector.operations, served: toServed(config, options.enableWrites) }
  const context = {
    clock: options.clock,
    instance: name,
    readSecret: (ref: SecretRef) => readSecret(ref, name),
  }
  return Object.freeze({
    name,
    connector,
    secrets: config.secrets,
    expect: config.expect,
    meant: config.expect === null ? (connector.meant?.(config.config) ?? []) : [config.expect],
    covers: config.covers,
    // A connector in another process tells it with each description.
    get dialect() {
      return connector.dialectOf?.(config.config) ?? connector.dialect
    },
    get served() {
      // A connector in another process may serve something else after each probe.
      if (last.of !== connector.operations)
        last = { of: connector.operations, served: toServed(config, options.enableWrites) }
      return last.served
    },
    client() {
      made ??= { client: connector.connect(config.config, context) }
      return made.client
    },
    async close() {
      const used = made
      made = null
      if (used !== null) await connector.close?.(used.client)
    },
  })
}

function toServed(
  { connector, config }: InstanceConfig,
  enableWrites: readonly string[],
): ReadonlyMap<string, ServedHere> {
  // Some operations need a part of the configuration that may be absent.
  const able = connector.serves?.(config)
  const entries = connector.operations.map((one): ServedHere => {
    const tier = toHigherTier(one.operation.tier, one.tier)
    const digest = createHash('sha256').update(toSchemaText(one.operation)).digest('hex')
    const { operation, run, kind, preview, leavesOutNamespaces = false } = one
    const write = { ...(kind && { kind }), ...(preview && { preview }) }
    return { operation, tier, raised: tier !== operation.tier, digest, leavesOutNamespaces, run, ...write }
  })
  return new Map(
    entries
      .filter(({ operation }) => able?.includes(operation.id) ?? true)
      .filter(({ operation, tier }) => !isWriteTier(tier) || enableWrites.includes(operation.id))
      .map((entry) => [entry.operation.id, entry]),
  )
}

// The stricter of two tiers: a connector may raise, never lower.
function toHigherTier(own: Tier, raised: Tier | undefined): Tier {
  if (raised === undefined) return own
  return TIERS.indexOf(raised) > TIERS.indexOf(own) ? raised : own
}
