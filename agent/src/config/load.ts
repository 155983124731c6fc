import { readFile } from 'node:fs/promises'
import { OPERATION_TIERS } from '@vedette/proto/catalogue'
import type { BuiltIn, Connector, SecretRef } from '@vedette/proto/connector'
import { type DenyRule, DenyRuleError, isWriteTier, parseDenyRules } from '@vedette/proto/policy'
import { nearest } from '@vedette/proto/scope'
import { parse, YAMLParseError } from 'yaml'
import type { PluginEntry } from '../plugin/index.ts'
import { ConfigError, type ConfigFault, toPath } from './config-error.ts'
import { findSecrets } from './find-secrets.ts'
import { type AgentFile, agentFileSchema, type ConnectorEntry, type PluginSettings } from './schema.ts'
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
    // Ids of what is built in and not listed in the file.
    notRequested: readonly string[]
  }>

// Reads and checks the file, loading the connectors that it names and no others. Throws ConfigError naming every
// fault; touches no network and reads no secret.
export async function loadAgentConfig(path: string, builtIn: readonly BuiltIn[]): Promise<AgentConfig> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new ConfigError([{ path, message: 'cannot be read; check that the file exists and is readable' }])
  })
  const file = parseFile(text)
  const named = new Set(file.connectors.map((entry) => (entry.plugin ? '' : entry.connector)))
  const connectors = await Promise.all(builtIn.filter(({ id }) => named.has(id)).map((one) => one.load()))
  const ids = builtIn.map(({ id }) => id)
  // The way to other processes, and the catalogue that they are held to, are loaded only where there are some.
  const isPlugin = file.connectors.some((entry) => entry.plugin !== undefined)
  const createPlugin = isPlugin ? (await import('../plugin/index.ts')).createPlugin : null
  const config = checkFile(file, { connectors, ids, createPlugin })
  await checkPatterns(config)
  return config
}

// Each pattern of the customer's own must fit the linear engine, which is loaded only where there are some.
async function checkPatterns({ redaction }: AgentConfig): Promise<void> {
  const custom = redaction?.custom ?? []
  if (custom.length === 0) return
  const { explainRefusal } = await import('../redactor/custom.ts')
  const faults = custom.flatMap((one, at) => {
    const message = explainRefusal(one)
    return message === null ? [] : [{ path: `redaction.custom[${at}].pattern`, message }]
  })
  if (faults.length > 0) throw new ConfigError(faults)
}

type CreatePlugin = (entry: PluginEntry) => Connector

// The same, from the text of the file and connectors that are loaded.
export function parseAgentConfig(
  text: string,
  connectors: readonly Connector[],
  createPlugin: CreatePlugin | null = null,
): AgentConfig {
  return checkFile(parseFile(text), { connectors, ids: connectors.map(({ id }) => id), createPlugin })
}

// `connectors` holds at least those that the file names, `ids` all that are built in.
type Known = Readonly<{
  connectors: readonly Connector[]
  ids: readonly string[]
  // Null where no plugin may be named.
  createPlugin: CreatePlugin | null
}>

function checkFile(file: AgentFile, known: Known): AgentConfig {
  const faults: ConfigFault[] = []
  const instances = file.connectors.flatMap((entry, at) => parseInstance({ entry, at, ...known, faults }))
  faults.push(
    ...checkProof(file),
    ...checkNames(file.connectors),
    ...checkInstances(instances),
    ...checkWrites(file),
  )
  const deny = parseRules(file, faults)
  if (faults.length > 0) throw new ConfigError(faults)
  const requested = new Set(file.connectors.map((entry) => (entry.plugin ? '' : entry.connector)))
  const { connectors: _, ...rest } = file
  return { ...rest, deny, instances, notRequested: known.ids.filter((id) => !requested.has(id)) }
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

type Parsing = Known & Readonly<{ entry: ConnectorEntry; at: number; faults: ConfigFault[] }>

function parseInstance(parsing: Parsing): readonly InstanceConfig[] {
  const { entry, at, connectors, ids, faults } = parsing
  if (entry.plugin !== undefined) return parsePlugin(parsing, entry.plugin)
  const id = entry.connector ?? ''
  const connector = connectors.find((one) => one.id === id)
  if (connector === undefined) {
    const near = nearest(id, ids)
    const message = `no built-in connector has this id${toSuggestion(near)}`
    faults.push({ path: toPath(['connectors', at, 'connector']), message })
    return []
  }
  const parsed = connector.config.safeParse(entry.config)
  if (!parsed.success) {
    faults.push(...toFaults(parsed.error, connector.config, ['connectors', at, 'config']))
    return []
  }
  const name = entry.instance ?? id
  const instances = connector.split?.(parsed.data) ?? [{ suffix: '', config: parsed.data }]
  return instances.map(({ suffix, config }) => ({
    instance: suffix === '' ? name : `${name}-${suffix}`,
    connector,
    config,
    secrets: findSecrets(connector.config, entry.config),
    expect: entry.expect ?? null,
    covers: [...new Set([...entry.covers, ...toCovers(config)])],
  }))
}

function parsePlugin(parsing: Parsing, settings: PluginSettings): readonly InstanceConfig[] {
  const { entry, at, ids, createPlugin, faults } = parsing
  const { connector = null, instance = '', expect = null } = entry
  if (connector !== null && ids.includes(connector))
    faults.push({
      path: toPath(['connectors', at, 'connector']),
      message: `${connector} is built in; a plugin has an id of its own`,
    })
  if (createPlugin === null) {
    faults.push({ path: toPath(['connectors', at, 'plugin']), message: 'is not read here' })
    return []
  }
  return [
    {
      instance,
      connector: createPlugin({ settings, instance, connector, expect, builtIn: ids }),
      config: entry.config,
      secrets: 'tls' in settings ? [{ file: settings.tls.key_file }] : [],
      expect,
      covers: [...new Set(entry.covers)],
    },
  ]
}

// Some connectors take what an instance covers among their own settings.
function toCovers(config: unknown): readonly string[] {
  if (typeof config !== 'object' || config === null || !('covers' in config)) return []
  return Array.isArray(config.covers) ? config.covers.filter((name) => typeof name === 'string') : []
}

function checkProof({ kubernetes, join_token }: AgentFile): readonly ConfigFault[] {
  if (kubernetes === undefined || join_token === undefined) return []
  return [{ path: 'join_token', message: 'is not read beside kubernetes; take one of the two away' }]
}

function checkNames(entries: readonly ConnectorEntry[]): readonly ConfigFault[] {
  const names = entries.map((entry) => entry.instance ?? entry.connector ?? '')
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

// A configuration that stands for several instances may name one that another entry has.
function checkInstances(instances: readonly InstanceConfig[]): readonly ConfigFault[] {
  const names = instances.map(({ instance }) => instance)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  const split = instances.filter((one) => one.connector.split !== undefined).map(({ instance }) => instance)
  return [...new Set(twice)]
    .filter((name) => split.includes(name))
    .map((name) => ({
      path: 'connectors',
      message: `${name} stands for two instances; give one of the entries another instance name`,
    }))
}

// An unknown id in the local denylist stops the start: a typing error would leave something open.
function parseRules(file: AgentFile, faults: ConfigFault[]): readonly DenyRule[] {
  try {
    return parseDenyRules(file.deny, { origin: 'local', knownIds: Object.keys(OPERATION_TIERS) })
  } catch (error) {
    if (!(error instanceof DenyRuleError)) throw error
    faults.push({ path: error.field, message: error.message.replace(`${error.field}: `, '') })
    return []
  }
}

function checkWrites(file: AgentFile): readonly ConfigFault[] {
  const writes = Object.entries(OPERATION_TIERS).flatMap(([id, tier]) => (isWriteTier(tier) ? [id] : []))
  return file.writes.flatMap((id, at) => {
    const path = toPath(['writes', at])
    if (!writes.includes(id))
      return [{ path, message: `${id} is no write${toSuggestion(nearest(id, writes))}` }]
    // Restarting what runs is switched on twice, so that no list does it by itself.
    if (OPERATION_TIERS[id] === 'high_risk' && !file.high_risk)
      return [{ path, message: `${id} is high_risk; set high_risk: true as well, or leave it out` }]
    return []
  })
}
