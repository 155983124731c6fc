import { readFile } from 'node:fs/promises'
import type { Connector, SecretRef } from '@vedette/proto/connector'
import { OPERATIONS } from '@vedette/proto/operations'
import { type DenyRule, DenyRuleError, parseDenyRules } from '@vedette/proto/policy'
import { nearest } from '@vedette/proto/scope'
import { parse, YAMLParseError } from 'yaml'
import { ConfigError, type ConfigFault, toPath } from './config-error.ts'
import { findSecrets } from './find-secrets.ts'
import { type AgentFile, agentFileSchema, type ConnectorEntry } from './schema.ts'
import { toFaults, toSuggestion } from './to-faults.ts'

// One connector to run, its settings checked by the connector's own schema.
export type InstanceConfig = Readonly<{
  instance: string
  connector: Connector
  config: unknown
  secrets: readonly SecretRef[]
  expect: Readonly<Record<string, string>> | null
  covers: readonly string[]
}>

// The agent's configuration, checked whole: what `runAgent` takes.
export type AgentConfig = Omit<AgentFile, 'connectors' | 'deny'> &
  Readonly<{
    deny: readonly DenyRule[]
    instances: readonly InstanceConfig[]
    // Built in, and not listed in the file.
    notRequested: readonly Connector[]
  }>

// Reads and checks the file. Throws ConfigError naming every fault; touches no network and reads no secret.
export async function loadAgentConfig(path: string, connectors: readonly Connector[]): Promise<AgentConfig> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ConfigError([{ path, message: 'cannot be read; check that the file exists and is readable' }])
  })
  return parseAgentConfig(text, connectors)
}

// The same, from the text of the file.
export function parseAgentConfig(text: string, connectors: readonly Connector[]): AgentConfig {
  const file = parseFile(text)
  const faults: ConfigFault[] = []
  const instances = file.connectors.flatMap((entry, at) => parseInstance({ entry, at, connectors, faults }))
  faults.push(...checkNames(file.connectors), ...checkWrites(file))
  const deny = parseRules(file, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const requested = new Set(file.connectors.map((entry) => entry.connector))
  const { connectors: _, ...rest } = file
  return { ...rest, deny, instances, notRequested: connectors.filter((one) => !requested.has(one.id)) }
}

function parseFile(text: string): AgentFile {
  const parsed = agentFileSchema.safeParse(parseYaml(text))
  if (parsed.success) return parsed.data
  throw new ConfigError(toFaults(parsed.error, agentFileSchema))
}

function parseYaml(text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 }) ?? {}
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    throw new ConfigError([
      {
        path: line === undefined ? 'the file' : `line ${line}`,
        message: 'is not valid YAML; check its indentation',
      },
    ])
  }
}

type Parsing = Readonly<{
  entry: ConnectorEntry
  at: number
  connectors: readonly Connector[]
  faults: ConfigFault[]
}>

function parseInstance({ entry, at, connectors, faults }: Parsing): readonly InstanceConfig[] {
  const connector = connectors.find((one) => one.id === entry.connector)
  if (connector === undefined) {
    const near = nearest(
      entry.connector,
      connectors.map((one) => one.id),
    )
    const message = `no built-in connector has this id${toSuggestion(near)}`
    faults.push({ path: toPath(['connectors', at, 'connector']), message })
    return []
  }
  const parsed = connector.config.safeParse(entry.config)
  if (!parsed.success) {
    faults.push(...toFaults(parsed.error, connector.config, ['connectors', at, 'config']))
    return []
  }
  return [
    {
      instance: entry.instance ?? entry.connector,
      connector,
      config: parsed.data,
      secrets: findSecrets(connector.config, entry.config),
      expect: entry.expect ?? null,
      covers: [...new Set([...entry.covers, ...toCovers(parsed.data)])],
    },
  ]
}

// Some connectors take what an instance covers among their own settings.
function toCovers(config: unknown): readonly string[] {
  if (typeof config !== 'object' || config === null || !('covers' in config)) return []
  return Array.isArray(config.covers) ? config.covers.filter((name) => typeof name === 'string') : []
}

function checkNames(entries: readonly ConnectorEntry[]): readonly ConfigFault[] {
  const names = entries.map((entry) => entry.instance ?? entry.connector)
  const twice = names.flatMap((name, at) =>
    names.indexOf(name) === at
      ? []
      : [
          {
            path: toPath(['connectors', at, 'instance']),
            message: `${name} is taken; give each instance its own name`,
          },
        ],
  )
  return twice
}

// An unknown id in the local denylist stops the start: a typing error would leave something open.
function parseRules(file: AgentFile, faults: ConfigFault[]): readonly DenyRule[] {
  try {
    return parseDenyRules(file.deny, { origin: 'local', knownIds: OPERATIONS.map((one) => one.id) })
  } catch (error) {
    if (!(error instanceof DenyRuleError)) throw error
    faults.push({ path: error.field, message: error.message.replace(`${error.field}: `, '') })
    return []
  }
}

function checkWrites(file: AgentFile): readonly ConfigFault[] {
  const writes = OPERATIONS.filter((operation) => isWriteTier(operation.tier)).map(
    (operation) => operation.id,
  )
  return file.enable_writes.flatMap((id, at) =>
    writes.includes(id)
      ? []
      : [
          {
            path: toPath(['enable_writes', at]),
            message: `${id} is no write${toSuggestion(nearest(id, writes))}`,
          },
        ],
  )
}

// Tiers that change something or reach people.
export function isWriteTier(tier: string): boolean {
  return tier === 'write' || tier === 'send' || tier === 'high_risk'
}
